import { describe, expect, it } from 'vitest'
import { createShiftPresses, type KeyPress } from '#web/state/quiet/shift-presses.ts'

type Stroke = { key?: string; at: number } & Partial<KeyPress>

/** A keyboard that a member uses. */
function aKeyboard() {
  const presses = createShiftPresses()
  const asEvent = ({ key = 'Shift', at, ...rest }: Stroke): KeyPress => ({
    key,
    timeStamp: at,
    repeat: false,
    isComposing: false,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    ...rest,
  })
  const down = (stroke: Stroke) => presses.down(asEvent(stroke))
  const up = (stroke: Stroke) => presses.up(asEvent(stroke))
  /** Presses and lets go. Returns whether it was the third press. */
  const press = (stroke: Stroke) => {
    down(stroke)
    return up({ ...stroke, at: stroke.at + 50 })
  }
  return { down, up, press, reset: presses.reset }
}

describe('createShiftPresses', () => {
  // covers: beyond-quiet-exit-keys
  it('detects the third press when the key is let go, and starts over after it', () => {
    const { press, down, up } = aKeyboard()
    expect([press({ at: 0 }), press({ at: 200 })]).toEqual([false, false])
    down({ at: 400 })
    expect(up({ at: 450 })).toBe(true)
    expect([press({ at: 600 }), press({ at: 700 }), press({ at: 800 })]).toEqual([false, false, true])
  })

  // covers: beyond-quiet-exit-keys
  it('ignores presses that are too far apart', () => {
    const { press } = aKeyboard()
    expect([0, 700, 1_400, 2_100, 2_800].map((at) => press({ at }))).not.toContain(true)
    expect(press({ at: 3_000 })).toBe(true)
  })

  // covers: beyond-quiet-exit-keys
  it('starts over when another key is pressed between the presses or during one', () => {
    const { press, down, up } = aKeyboard()
    press({ at: 0 })
    press({ at: 100 })
    press({ key: 'a', at: 200 })
    expect(press({ at: 300 })).toBe(false)

    press({ at: 5_000 })
    press({ at: 5_100 })
    down({ at: 5_200 })
    press({ key: 'A', at: 5_250 })
    expect(up({ at: 5_300 })).toBe(false)
    expect(press({ at: 5_400 })).toBe(false)
  })

  // covers: beyond-quiet-exit-keys
  it.each([
    ['Control', { ctrlKey: true }],
    ['Alt', { altKey: true }],
    ['the command key', { metaKey: true }],
    ['an input method that composes', { isComposing: true }],
  ])('ignores Shift with %s', (_, held) => {
    const { press } = aKeyboard()
    expect([0, 100, 200].map((at) => press({ at, ...held }))).toEqual([false, false, false])
  })

  // covers: beyond-quiet-exit-keys
  it('counts a key that is held as one press', () => {
    const { press, down, up } = aKeyboard()
    down({ at: 0 })
    for (const at of [100, 150, 200]) down({ at, repeat: true })
    expect(up({ at: 250 })).toBe(false)
    expect([press({ at: 300 }), press({ at: 400 })]).toEqual([false, true])
  })

  it('starts over when both Shift keys are down at once', () => {
    const { press, down, up } = aKeyboard()
    press({ at: 0 })
    press({ at: 100 })
    down({ at: 200 })
    down({ at: 220 })
    expect([up({ at: 240 }), up({ at: 260 })]).toEqual([false, false])
  })

  it('starts over after a click', () => {
    const { press, reset } = aKeyboard()
    press({ at: 0 })
    press({ at: 100 })
    reset()
    expect(press({ at: 200 })).toBe(false)
  })
})
