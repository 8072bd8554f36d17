import { describe, expect, it } from 'vitest'
import { isComposing, isEscapePress } from '#web/ui/keys.ts'

const ESCAPE = { key: 'Escape', repeat: false, isComposing: false, keyCode: 27 }

describe('a press of Escape', () => {
  it('counts on keydown', () => {
    expect(isEscapePress(ESCAPE)).toBe(true)
    expect(isEscapePress({ ...ESCAPE, key: 'Enter' })).toBe(false)
  })

  // covers: design-held-escape
  it('does not count again while the key is held', () => {
    expect(isEscapePress({ ...ESCAPE, repeat: true })).toBe(false)
  })

  // covers: design-held-escape
  it('does not count during text composition, however the browser marks it', () => {
    expect(isEscapePress({ ...ESCAPE, isComposing: true })).toBe(false)
    expect(isEscapePress({ ...ESCAPE, keyCode: 229 })).toBe(false)
  })
})

describe('a key of a text composition', () => {
  // covers: design-input-methods
  it.each([
    ['while it lasts', { isComposing: true, keyCode: 13 }, true],
    ['that ends it in Safari', { isComposing: false, keyCode: 229 }, true],
    ['after it', { isComposing: false, keyCode: 13 }, false],
  ])('can be recognised: %s', (_, event, expected) => {
    expect(isComposing(event)).toBe(expected)
  })
})
