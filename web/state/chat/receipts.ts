import type { EventData } from '#schema/events.ts'

/** How far the partner received and read the member's messages: ids of messages, which grow with time. */
export interface Receipts {
  readonly delivered: string
  readonly read: string
}

export const NO_RECEIPTS: Receipts = { delivered: '', read: '' }

const later = (one: string, other: string) => (one > other ? one : other)

/** Returns the receipts with an event that arrived. */
export const withReceipt = (
  { delivered, read }: Receipts,
  event: Pick<EventData<'message_receipt'>, 'read' | 'through'>,
): Receipts => ({
  delivered: later(delivered, event.through),
  read: event.read ? later(read, event.through) : read,
})
