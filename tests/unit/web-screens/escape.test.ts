import { describe, expect, it } from 'vitest'
import { isEscapePress } from '#web/ui/escape.ts'

const ESCAPE = { key: 'Escape', repeat: false, isComposing: false, keyCode: 27 }

describe('a press of Escape', () => {
  it('counts on keydown', () => {
    expect(isEscapePress(ESCAPE)).toBe(true)
    expect(isEscapePress({ ...ESCAPE, key: 'Enter' })).toBe(false)
  })

  it('does not count again while the key is held', () => {
    expect(isEscapePress({ ...ESCAPE, repeat: true })).toBe(false)
  })

  it('does not count during text composition, however the browser marks it', () => {
    expect(isEscapePress({ ...ESCAPE, isComposing: true })).toBe(false)
    expect(isEscapePress({ ...ESCAPE, keyCode: 229 })).toBe(false)
  })
})
