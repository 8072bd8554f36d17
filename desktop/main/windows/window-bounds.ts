import type { Rectangle } from 'electron'
import type { WindowBounds } from '../settings.ts'

const SMALLEST = { width: 360, height: 480 }
const FIRST = { width: 1180, height: 780 }
/** Pixels of the window that must be on a screen, for the member to find it and drag it back. */
const MIN_VISIBLE = 80

/**
 * Returns the stored bounds if they are still on a screen, without a position otherwise, or the initial size without
 * any.
 */
export function boundsFor(
  kept: WindowBounds | null,
  workAreas: readonly Rectangle[],
): Partial<Rectangle> & typeof SMALLEST {
  if (!kept) return FIRST
  const width = Math.max(kept.width, SMALLEST.width)
  const height = Math.max(kept.height, SMALLEST.height)
  const seen = workAreas.some(
    (area) =>
      Math.min(kept.x + width, area.x + area.width) - Math.max(kept.x, area.x) >= MIN_VISIBLE &&
      kept.y >= area.y &&
      kept.y <= area.y + area.height - MIN_VISIBLE,
  )
  return seen ? { x: kept.x, y: kept.y, width, height } : { width, height }
}

export const SMALLEST_WINDOW = { minWidth: SMALLEST.width, minHeight: SMALLEST.height }
