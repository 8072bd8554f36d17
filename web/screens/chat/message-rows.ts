import type { ShownMessage } from '../../state/chat/messages.ts'
import { dayOf } from './days.ts'

/** Messages of one sender within this time form a run with one time below it. */
const RUN = 5 * 60_000
/** Messages of a part, on average. */
const PART = 32

/** A message with what depends on its neighbours. */
export interface MessageRow {
  key: string
  message: ShownMessage
  /** The day, above the first message of each day. */
  day: string | null
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

const dateOf = (time: string) => {
  const date = new Date(time)
  return { at: date.getTime(), day: date.getFullYear() * 400 + date.getMonth() * 31 + date.getDate() }
}

/** Returns the messages with their days and runs, in parts. The names of the days, such as Yesterday, depend on `today`. */
export function partsOf(messages: readonly ShownMessage[], today: Date): MessagePart[] {
  const dates = messages.map(({ time }) => dateOf(time))
  /** Whether a message and the next one form a run. */
  const continues = messages.map((message, index) => {
    const [next, one, other] = [messages[index + 1], dates[index], dates[index + 1]]
    if (!next || !one || !other) return false
    const isShown = message.state === 'sent' || message.state === 'sending'
    return (
      isShown &&
      message.senderId === next.senderId &&
      one.day === other.day &&
      Math.abs(other.at - one.at) < RUN
    )
  })
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
      row.first === same.first &&
      row.last === same.last
    )
  })
