import { describe, expect, it } from 'vitest'
import { boundsFor } from '../../../desktop/main/windows/window-bounds.ts'

const SCREEN = { x: 0, y: 0, width: 1_920, height: 1_040 }
const RIGHT = { x: 1_920, y: 100, width: 1_280, height: 900 }
const kept = (x: number, y: number, width = 900, height = 700) => ({ x, y, width, height, maximized: false })

describe('the window bounds', () => {
  it('start centred with the initial size when none are stored', () => {
    expect(boundsFor(null, [SCREEN])).toEqual({ width: 1_180, height: 780 })
  })

  it.each([
    ['at the left edge', 0, 0],
    ['with 80 pixels of it to the right of the left edge', -820, 0],
    ['with 80 pixels of it to the left of the right edge', 1_840, 0],
    ['with 80 pixels of it above the lower edge', 0, 960],
  ])('return as they were: %s', (_, x, y) => {
    expect(boundsFor(kept(x, y), [SCREEN])).toEqual({ x, y, width: 900, height: 700 })
  })

  it.each([
    ['too far to the left', -821, 0],
    ['too far to the right', 1_841, 0],
    ['above the upper edge, where no hand reaches its title', 0, -1],
    ['too far down', 0, 961],
  ])('start centred if the window could not be dragged back: %s', (_, x, y) => {
    expect(boundsFor(kept(x, y), [SCREEN])).toEqual({ width: 900, height: 700 })
  })

  it('may be on any connected screen, but not on a removed one', () => {
    expect(boundsFor(kept(3_000, 120), [SCREEN, RIGHT])).toMatchObject({ x: 3_000, y: 120 })
    expect(boundsFor(kept(3_000, 99), [SCREEN, RIGHT])).toEqual({ width: 900, height: 700 })
    expect(boundsFor(kept(3_000, 921), [SCREEN, RIGHT])).toEqual({ width: 900, height: 700 })
    expect(boundsFor(kept(3_000, 120), [SCREEN])).toEqual({ width: 900, height: 700 })
    expect(boundsFor(kept(0, 0), [])).toEqual({ width: 900, height: 700 })
  })

  it('never get smaller than 360 by 480', () => {
    expect(boundsFor(kept(10, 10, 200, 100), [SCREEN])).toEqual({ x: 10, y: 10, width: 360, height: 480 })
    expect(boundsFor(kept(-280, 10, 200, 100), [SCREEN])).toMatchObject({ x: -280 })
    expect(boundsFor(kept(-281, 10, 200, 100), [SCREEN])).toEqual({ width: 360, height: 480 })
  })
})
