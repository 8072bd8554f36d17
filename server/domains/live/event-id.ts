/** `<milliseconds>-<sequence>`, as Redis streams number their entries: later is greater, across restarts and nodes. */
export interface EventId {
  time: number
  sequence: number
}

const PATTERN = /^(\d{1,16})-(\d{1,16})$/

export function parseEventId(text: string): EventId | null {
  const parts = PATTERN.exec(text)
  return parts ? { time: Number(parts[1]), sequence: Number(parts[2]) } : null
}

export const formatEventId = ({ time, sequence }: EventId) => `${time}-${sequence}`

export const compareEventIds = (a: EventId, b: EventId) => a.time - b.time || a.sequence - b.sequence

export const isAfter = (id: string, other: string) => {
  const [a, b] = [parseEventId(id), parseEventId(other)]
  return a !== null && b !== null && compareEventIds(a, b) > 0
}
