import type { Position } from '#schema/location.ts'
import { coarse, type Geocoder } from '../nearby/index.ts'

/** Coarser than this, in metres, a position says nothing about the city. */
const WORST_ACCURACY = 50_000

/** What is stored of a position: rounded coordinates and the names of the place; null when it is too vague. */
export function placeColumns(geocoder: Geocoder, { latitude, longitude, accuracy }: Position) {
  if (accuracy !== undefined && accuracy > WORST_ACCURACY) return null
  const at = coarse({ latitude, longitude })
  const place = geocoder.placeOf(at)
  return { ...at, city: place?.city ?? null, state: place?.state ?? null, country: place?.country ?? null }
}
