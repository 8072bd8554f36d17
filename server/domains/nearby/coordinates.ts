const LATITUDE_STEP = 0.01
/** Kilometres in a degree of latitude. */
export const KM_A_DEGREE = 111.32

/** Returns how much closer meridians are at this latitude than at the equator. */
export const narrowing = (latitude: number) => Math.max(Math.cos((latitude * Math.PI) / 180), 0.01)

const toStep = (degrees: number, step: number) => Number((Math.round(degrees / step) * step).toFixed(2))

/**
 * Rounds a position to about 1 km: precise enough for "nearby", too coarse for an address. Meridians converge towards the
 * poles, so the step of the longitude grows there.
 */
export function coarse(at: { latitude: number; longitude: number }) {
  const latitude = toStep(at.latitude, LATITUDE_STEP)
  const longitudeStep = LATITUDE_STEP * Math.max(1, Math.round(1 / narrowing(latitude)))
  const longitude = Math.max(-180, Math.min(180, toStep(at.longitude, longitudeStep)))
  return { latitude, longitude }
}

/** Converts a distance in kilometres to degrees on the map of the index (`map_point`). */
export const mapDegrees = (kilometres: number, latitude: number) =>
  kilometres / KM_A_DEGREE / narrowing(latitude)
