import type { Position } from '#schema/location.ts'

/** How a position travels beside a call; none without one. */
export function locationHeaders(position: Position | null): Record<string, string> {
  if (!position) return {}
  const { latitude, longitude, accuracy } = position
  return {
    latitude: latitude.toFixed(6),
    longitude: longitude.toFixed(6),
    ...(accuracy === undefined ? {} : { accuracy: String(Math.round(accuracy)) }),
  }
}
