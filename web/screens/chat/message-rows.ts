import { type Delivery, deliveryOf } from '../../state/chat/delivery-of.ts'
import type { ShownMessage } from '../../state/chat/messages.ts'
import type { Receipts } from '../../state/chat/receipts.ts'
import { dayOf, timeOf } from '../shared/days.ts'

/** A longer pause within a day shows the time of the next message, in milliseconds. */
const PAUSE = 60 * 60_000
/** Messages of a part, on average. */
const PART = 32

/** A message with what depends on its neighbours. */
export interface MessageRow {
  key: string
  message: ShownMessage
  /** The day, above the first message of each day. */
  day: string | null
  /** The time, above the first message after a pause. */
  pause: string | null
  /** Whether the two began to keep in touch just before it. */
  isFirstKept: boolean
  /** How far it has come, below the latest of the member's messages that came so far. */
  delivery: Delivery | null
  /** Whether the message is the first of a run of one sender's messages. */
  first: boolean
  last: boolean
}

/** Messages that are rendered together. */
export interface MessagePart {
  key: string
  rows: MessageRow[]
}

const keyOf = (message: ShownMessage) => message.clientMessageId ?? message.id

/**
 * Whether a message begins a part. It depends on the message alone, so older messages above, newer ones below and removed ones
 * leave the other parts as they are.
 */
function beginsPart(message: ShownMessage): boolean {
  const key = keyOf(message)
  let hash = 0
  for (let index = Math.max(0, key.length - 8); index < key.length; index += 1)
    hash = (hash * 31 + key.charCodeAt(index)) % 65_521
  return hash % PART === 0
}

/** Whether a message is later than the time that the two began to keep in touch. */
export const isAfter = ({ time }: ShownMessage, keptSince: string | null): boolean =>
  keptSince !== null && Date.parse(time) > Date.parse(keptSince)

const dateOf = (time: string) => {
  const date = new Date(time)
  return { at: date.getTime(), day: date.getFullYear() * 400 + date.getMonth() * 31 + date.getDate() }
}

/** Returns how far the member's messages have come, by the latest message that came so far. */
function deliveries(messages: readonly ShownMessage[], ownId: string, receipts: Receipts) {
  const latest = new Map<Delivery, ShownMessage>()
  for (const message of messages)
    if (message.senderId === ownId && message.state === 'sent')
      latest.set(deliveryOf(message, receipts), message)
  return new Map([...latest].map(([delivery, message]) => [message, delivery]))
}

interface View {
  /** The names of the days, such as Yesterday, depend on it. */
  today: Date
  /** The member who reads. */
  ownId: string
  receipts: Receipts
  /** When the two began to keep in touch; null unless they do. */
  keptSince: string | null
}

/** Returns the messages in parts, with their days, pauses and runs. */
export function partsOf(
  messages: readonly ShownMessage[],
  { today, ownId, receipts, keptSince }: View,
): MessagePart[] {
  const dates = messages.map(({ time }) => dateOf(time))
  const isPause = (index: number) => {
    const [one, next] = [dates[index - 1], dates[index]]
    return one !== undefined && next !== undefined && one.day === next.day && next.at - one.at > PAUSE
  }
  /** Whether a message and the next one form a run: one sender, and nothing between them. */
  const continues = messages.map(({ state, senderId }, index) => {
    const isShown = state === 'sent' || state === 'sending'
    const isSameDay = dates[index]?.day === dates[index + 1]?.day
    return isShown && senderId === messages[index + 1]?.senderId && isSameDay && !isPause(index + 1)
  })
  const delivered = deliveries(messages, ownId, receipts)
  const isAfterKept = (message: ShownMessage | undefined) =>
    message !== undefined && isAfter(message, keptSince)
  const parts: MessagePart[] = []
  let shownDay = ''
  for (const [index, message] of messages.entries()) {
    const key = keyOf(message)
    const isNewDate = index === 0 || dates[index]?.day !== dates[index - 1]?.day
    const day = isNewDate ? dayOf(message.time, today) : shownDay
    const row = {
      key,
      message,
      day: day === shownDay ? null : day,
      pause: isPause(index) ? timeOf(message.time) : null,
      isFirstKept: index > 0 && isAfterKept(message) && !isAfterKept(messages[index - 1]),
      delivery: delivered.get(message) ?? null,
      first: !continues[index - 1],
      last: !continues[index],
    }
    shownDay = day
    const part = parts.at(-1)
    if (part && !beginsPart(message)) part.rows.push(row)
    else parts.push({ key, rows: [row] })
  }
  return parts
}

/** Returns whether two parts look the same. */
export const isSamePart = (one: readonly MessageRow[], other: readonly MessageRow[]): boolean =>
  one.length === other.length &&
  one.every((row, index) => {
    const same = other[index]
    return (
      row.message === same?.message &&
      row.day === same.day &&
      row.pause === same.pause &&
      row.isFirstKept === same.isFirstKept &&
      row.delivery === same.delivery &&
      row.first === same.first &&
      row.last === same.last
    )
  })
