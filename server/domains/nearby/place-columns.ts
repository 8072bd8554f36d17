import type { Position } from '#schema/location.ts'
import type { Cells } from './cells.ts'
import { coarse } from './coordinates.ts'
import type { Geocoder } from './geocoder.ts'

/** A position with a lower accuracy does not identify a city. In metres. */
const WORST_ACCURACY = 50_000

/** Returns the names of the place; null when the position is too vague. */
export async function placeNames(geocoder: Geocoder, position: Position) {
  const at = coarsePosition(position)
  const place = at && (await geocoder.placeOf(at))
  return place ? { city: place.city, state: place.state, country: place.country } : null
}

/**
 * Returns what is stored of a member's position: rounded coordinates, the place where People Nearby shows the member, and
 * the names of the place. Null when the position is too vague.
 */
export async function placeColumns(
  { geocoder, cells }: { geocoder: Geocoder; cells: Cells },
  memberId: string,
  position: Position,
) {
  const at = coarsePosition(position)
  if (!at) return null
  const place = await geocoder.placeOf(at)
  const shown = cells.shownPlaceOf(memberId, at)
  return {
    ...at,
    shownLatitude: shown.latitude,
    shownLongitude: shown.longitude,
    city: place?.city ?? null,
    state: place?.state ?? null,
    country: place?.country ?? null,
  }
}

const coarsePosition = ({ latitude, longitude, accuracy }: Position) =>
  accuracy !== undefined && accuracy > WORST_ACCURACY ? null : coarse({ latitude, longitude })
