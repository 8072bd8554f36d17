import type { Position } from '#schema/location.ts'

/** Returns the headers that carry a position; no headers without one. */
export function locationHeaders(position: Position | null): Record<string, string> {
  if (!position) return {}
  const { latitude, longitude, accuracy } = position
  return {
    latitude: latitude.toFixed(6),
    longitude: longitude.toFixed(6),
    ...(accuracy === undefined ? {} : { accuracy: String(Math.round(accuracy)) }),
  }
}
