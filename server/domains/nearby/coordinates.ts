const LATITUDE_STEP = 0.01
const KM_A_DEGREE = 111.32

/** How much closer meridians are at this latitude than at the equator. */
export const narrowing = (latitude: number) => Math.max(Math.cos((latitude * Math.PI) / 180), 0.01)

const toStep = (degrees: number, step: number) => Number((Math.round(degrees / step) * step).toFixed(2))

/**
 * What may be stored of a position: about 1 km, near enough for "nearby" and too coarse for an address. Meridians
 * draw together towards the poles, so that the step between them grows there.
 */
export function coarse(at: { latitude: number; longitude: number }) {
  const latitude = toStep(at.latitude, LATITUDE_STEP)
  const longitudeStep = LATITUDE_STEP * Math.max(1, Math.round(1 / narrowing(latitude)))
  const longitude = Math.max(-180, Math.min(180, toStep(at.longitude, longitudeStep)))
  return { latitude, longitude }
}

/** A distance on the ground as one on the map of the index (`map_point`), in its degrees. */
export const mapDegrees = (kilometres: number, latitude: number) =>
  kilometres / KM_A_DEGREE / narrowing(latitude)
