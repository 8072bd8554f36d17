import { createEventBus, type DomainEventName, type EventBus } from '#server/events.ts'

export interface EventRecorder {
  readonly events: EventBus
  /** The emitted events of these names, in order. */
  readonly emitted: { name: DomainEventName; event: unknown }[]
}

/** A bus that records the emitted events. A failing listener is not reported. */
export function createEventRecorder(...names: DomainEventName[]): EventRecorder {
  const events = createEventBus({ onError: () => undefined })
  const emitted: EventRecorder['emitted'] = []
  for (const name of names) events.on(name, (event) => void emitted.push({ name, event }))
  return { events, emitted }
}
