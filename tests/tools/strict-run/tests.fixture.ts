import { expect, it } from 'vitest'

it('asserts', () => {
  expect(1).toBe(1)
})
it('asserts nothing', () => undefined)
it('returns early', (context) => context.skip('something is not installed'))
