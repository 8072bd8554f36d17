import type { Rectangle } from 'electron'
import type { WindowBounds } from './settings.ts'

const SMALLEST = { width: 360, height: 480 }
const FIRST = { width: 1180, height: 780 }
/** As much of a window has to lie on a screen for somebody to find it and drag it back. */
const VISIBLE = 80

/** Where the window was, if that is still on a screen; its usual size in the middle otherwise. */
export function boundsFor(
  kept: WindowBounds | null,
  workAreas: readonly Rectangle[],
): Partial<Rectangle> & typeof SMALLEST {
  if (!kept) return FIRST
  const width = Math.max(kept.width, SMALLEST.width)
  const height = Math.max(kept.height, SMALLEST.height)
  const seen = workAreas.some(
    (area) =>
      Math.min(kept.x + width, area.x + area.width) - Math.max(kept.x, area.x) >= VISIBLE &&
      kept.y >= area.y &&
      kept.y <= area.y + area.height - VISIBLE,
  )
  return seen ? { x: kept.x, y: kept.y, width, height } : { width, height }
}

export const SMALLEST_WINDOW = { minWidth: SMALLEST.width, minHeight: SMALLEST.height }
