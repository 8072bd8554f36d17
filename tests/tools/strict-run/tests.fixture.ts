import { expect, it } from 'vitest'
import { annotateFigures } from '../../kit/annotate-figures.ts'

it('asserts', async (context) => {
  expect(1).toBe(1)
  await annotateFigures(context, { messages: 1_500, lost: 0 })
})
it('asserts nothing', () => undefined)
it('returns early', (context) => context.skip('something is not installed'))
