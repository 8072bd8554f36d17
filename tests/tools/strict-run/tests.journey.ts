import { test as base, expect } from '@playwright/test'

const test = base.extend<{ asserting: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  asserting: async ({}, use) => {
    expect(1).toBe(1)
    await use(undefined)
  },
})

test('asserts', () => {
  expect(1).toBe(1)
})
test('asserts in a step', () =>
  test.step('a step', () => {
    expect(1).toBe(1)
  }))
test('leaves the assertion to a fixture', ({ asserting }) => asserting)
test('is skipped', () => {
  test.skip(true, 'something is not installed')
})
