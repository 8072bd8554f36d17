import type { Matching } from '#server/domains/matching/index.ts'
import { createEventBus, type DomainEvents } from '#server/events.ts'
import { createTestMatching } from './test-matching.ts'

type MatchingDeps = Parameters<typeof createTestMatching>[0]

/** Creates a matching, and records what it tells the devices of members who search. */
export function createToldMatching(deps: Omit<MatchingDeps, 'events'>): {
  matching: Matching
  told: DomainEvents['searchChanged'][]
} {
  const told: DomainEvents['searchChanged'][] = []
  const events = createEventBus({ onError: () => undefined })
  events.on('searchChanged', (event) => void told.push(event))
  return { matching: createTestMatching({ ...deps, events }), told }
}
