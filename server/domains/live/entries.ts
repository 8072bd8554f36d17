import type { LogEntry } from './event-log.ts'

/** Separates the name of an event from what it carries for the nodes that deliver it. */
const MARK = '\t'
const OF = '/'

/** A stream of a member, by the name that its client gave it. */
export interface NamedStream {
  userId: string
  streamId: string
}

/** What the name of an event carries for the nodes that deliver it. */
interface Marks {
  /** The trace that the event belongs to. */
  traceparent: string | null
  /** The stream that does not get the event. */
  except: NamedStream | null
}

/** Adds the marks to the name of an event. */
export function withMarks(event: string, { traceparent, except }: Marks): string {
  if (except) return event + MARK + (traceparent ?? '') + MARK + except.userId + OF + except.streamId
  return traceparent === null ? event : event + MARK + traceparent
}

/** Returns the marks of an entry; null without any. */
export function marksOf({ event }: LogEntry): Marks | null {
  if (!event.includes(MARK)) return null
  const [, traceparent, except] = event.split(MARK)
  const [userId, streamId] = except?.split(OF) ?? []
  return { traceparent: traceparent || null, except: userId && streamId ? { userId, streamId } : null }
}

function plainEvent(event: string): string {
  const at = event.indexOf(MARK)
  return at < 0 ? event : event.slice(0, at)
}

/** Formats an entry as a frame of server-sent events. */
export const frameOf = ({ id, event, data }: LogEntry) =>
  `${id ? `id: ${id}\n` : ''}event: ${plainEvent(event)}\ndata: ${data}\n\n`

/** Parses a frame that `frameOf` made. Its data is JSON and has no line breaks. */
export function entryOf(frame: string): LogEntry {
  const entry: LogEntry = { id: '', event: '', data: '' }
  for (const line of frame.trimEnd().split('\n')) {
    const at = line.indexOf(': ')
    const name = line.slice(0, at)
    if (name === 'id' || name === 'event' || name === 'data') entry[name] = line.slice(at + 2)
  }
  return entry
}
