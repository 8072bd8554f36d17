import { describe, it } from 'vitest'
import { createMemoryTicketStore } from '#server/domains/matching/index.ts'
import { checkInterleavings } from '../../kit/matching-interleavings.ts'

describe('matching under concurrency', () => {
  // covers: design-matching-interleavings, beyond-ring-once
  it(
    'matches no member twice, with themself, with a blocked member or with one who left, in 10,000 interleavings',
    {
      timeout: 300_000,
    },
    () => checkInterleavings((clock) => createMemoryTicketStore({ clock }), 10_000),
  )
})
