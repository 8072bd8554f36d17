import { createFactBus, type FactBus, type FactName } from '#server/events.ts'

export interface FactLog {
  readonly facts: FactBus
  /** What was announced of these names, in order. */
  readonly announced: { name: FactName; fact: unknown }[]
}

/** A bus that keeps what is announced on it. A listener that fails is not reported. */
export function createFactLog(...names: FactName[]): FactLog {
  const facts = createFactBus({ onError: () => undefined })
  const announced: FactLog['announced'] = []
  for (const name of names) facts.on(name, (fact) => void announced.push({ name, fact }))
  return { facts, announced }
}
