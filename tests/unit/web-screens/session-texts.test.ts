import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { factsOf } from '#web/screens/privacy/session-texts.ts'
import { FREE_HISTORY } from '#web/screens/shared/documents/free-history.ts'
import { freeHistory } from '#web/screens/shared/facts-for-texts.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 21, 30) }))
afterEach(() => void vi.useRealTimers())

describe('the facts about a session', () => {
  const at = (...date: [number, number, number, number, number]) => new Date(...date).toISOString()

  it.each([
    [at(2026, 10, 20, 21, 5), at(2026, 10, 20, 8, 0), 'Last used at 9:05 PM, logged in today'],
    [at(2026, 10, 19, 9, 0), at(2026, 10, 19, 8, 0), 'Last used yesterday, logged in yesterday'],
    [at(2026, 10, 17, 9, 0), at(2026, 10, 16, 8, 0), 'Last used on Tuesday, logged in on Monday'],
    [at(2026, 10, 13, 9, 0), at(2025, 10, 13, 8, 0), 'Last used on 13 Nov, logged in on 13 Nov 2025'],
  ])('say when it was used and began', (lastUsed, created, text) => {
    expect(factsOf({ lastUsed, created, address: null })).toBe(text)
    expect(factsOf({ lastUsed, created, address: '192.0.2.1' })).toBe(`${text}, 192.0.2.1`)
  })
})

it('the sentence about the history of free members is the same in the legal documents', () => {
  expect(freeHistory()).toBe(FREE_HISTORY)
})
