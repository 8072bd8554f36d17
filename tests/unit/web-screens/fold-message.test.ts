import { describe, expect, it } from 'vitest'
import { beginningOf, withoutBlankLines } from '#web/screens/chat/message-text.tsx'

describe('the text of a message', () => {
  it('keeps two blank lines in a row, and leaves out further ones', () => {
    expect(withoutBlankLines(`Hello${'\n'.repeat(3990)}there`)).toBe('Hello\n\n\nthere')
    expect(withoutBlankLines('One\n\nTwo\n\n\nThree')).toBe('One\n\nTwo\n\n\nThree')
    expect(withoutBlankLines('A\r\n\r\nB')).toBe('A\n\nB')
  })

  it('takes lines without a visible character as blank', () => {
    const blank = ['', ' ', '\u200b', '\u3164', '\u2800', '\u0301'].join('\n')
    expect(withoutBlankLines(`Hello\n${blank}\nthere`)).toBe('Hello\n\n \nthere')
  })

  it('folds after 20 lines when it has more than 30', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, index) => `Line ${index}`).join('\n')
    expect(beginningOf(lines(30))).toBeNull()
    expect(beginningOf(lines(31))).toBe(lines(20))
  })
})
