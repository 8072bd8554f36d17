import type { LogEntry } from './event-log.ts'

/** Formats an entry as a frame of server-sent events. */
export const frameOf = ({ id, event, data }: LogEntry) =>
  `${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${data}\n\n`

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
