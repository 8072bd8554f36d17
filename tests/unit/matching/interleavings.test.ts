import { describe, it } from 'vitest'
import { createMemoryTicketStore } from '#server/domains/matching/index.ts'
import { checkInterleavings } from '../../kit/matching-interleavings.ts'

describe('matching, whatever happens at the same time', () => {
  it(
    '10,000 interleavings: nobody is matched twice, with themself, with someone blocked or gone',
    {
      timeout: 300_000,
    },
    () => checkInterleavings((clock) => createMemoryTicketStore({ clock }), 10_000),
  )
})
