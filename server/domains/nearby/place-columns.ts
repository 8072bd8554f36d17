import type { Position } from '#schema/location.ts'
import { coarse } from './coordinates.ts'
import type { Geocoder } from './geocoder.ts'

/** A position with a lower accuracy does not identify a city. In metres. */
const WORST_ACCURACY = 50_000

/** Returns the names of the place; null when the position is too vague. */
export async function placeNames(geocoder: Geocoder, position: Position) {
  const { city, state, country } = (await placeColumns(geocoder, position)) ?? {}
  return country ? { city: city ?? null, state: state ?? null, country } : null
}

/** Returns what is stored of a position: rounded coordinates and the names of the place. Null when it is too vague. */
export async function placeColumns(geocoder: Geocoder, { latitude, longitude, accuracy }: Position) {
  if (accuracy !== undefined && accuracy > WORST_ACCURACY) return null
  const at = coarse({ latitude, longitude })
  const place = await geocoder.placeOf(at)
  return { ...at, city: place?.city ?? null, state: place?.state ?? null, country: place?.country ?? null }
}
