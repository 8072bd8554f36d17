import type { LogEntry } from './event-log.ts'

/** As server-sent events carry it. */
export const frameOf = ({ id, event, data }: LogEntry) =>
  `${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${data}\n\n`

/** Of a frame that `frameOf` made: the data is JSON and so has no line breaks. */
export function entryOf(frame: string): LogEntry {
  const entry: LogEntry = { id: '', event: '', data: '' }
  for (const line of frame.trimEnd().split('\n')) {
    const at = line.indexOf(': ')
    const name = line.slice(0, at)
    if (name === 'id' || name === 'event' || name === 'data') entry[name] = line.slice(at + 2)
  }
  return entry
}
