import { expect, it } from 'vitest'

// biome-ignore lint/suspicious/noFocusedTests: a strict run must refuse it
it.only('is focused', () => {
  expect(1).toBe(1)
})
