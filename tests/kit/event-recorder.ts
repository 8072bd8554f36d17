import { createEventBus, type DomainEventName, type EventBus } from '#server/events.ts'

export interface EventRecorder {
  readonly events: EventBus
  /** What was emitted of these names, in order. */
  readonly emitted: { name: DomainEventName; event: unknown }[]
}

/** A bus that keeps what is emitted on it. A listener that fails is not reported. */
export function createEventRecorder(...names: DomainEventName[]): EventRecorder {
  const events = createEventBus({ onError: () => undefined })
  const emitted: EventRecorder['emitted'] = []
  for (const name of names) events.on(name, (event) => void emitted.push({ name, event }))
  return { events, emitted }
}
