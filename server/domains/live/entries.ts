import type { LogEntry } from './event-log.ts'

/** Separates the name of an event from the `traceparent` of the trace that it belongs to. */
const MARK = '\t'

/** Adds the place in a trace to the name of an event, for the nodes that deliver it. */
export const withTraceparent = (event: string, traceparent: string | null) =>
  traceparent === null ? event : event + MARK + traceparent

/** Returns the `traceparent` of an entry; null without one. */
export function traceparentOf({ event }: LogEntry): string | null {
  const at = event.indexOf(MARK)
  return at < 0 ? null : event.slice(at + 1)
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
