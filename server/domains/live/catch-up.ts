import type { Connection } from './connection.ts'
import { frameOf } from './entries.ts'
import { isAfter } from './event-id.ts'
import { type EventLog, type LogEntry, RESYNC } from './event-log.ts'

/** Replays what a stream missed, then sends `ready` and what arrived during the replay. */
export async function catchUp(
  log: Pick<EventLog, 'since' | 'cursor'>,
  connection: Connection,
  after: string | null,
): Promise<void> {
  const { sink } = connection
  const { entries, complete, reached } = await missedBy(log, connection, after)
  if (connection.closed) return
  if (!complete) sink.send(frameOf(RESYNC))
  await replay(connection, entries)
  if (connection.closed) return
  const buffered = connection.buffered ?? []
  connection.buffered = null
  const replayed = buffered.findLastIndex(({ id }) => id !== '' && !isAfter(id, reached)) + 1
  // Without `after` there was no replay, so these were not sent yet.
  if (after === null) for (const entry of buffered.slice(0, replayed)) sink.send(frameOf(entry))
  sink.send(frameOf({ id: reached, event: 'ready', data: '{}' }))
  for (const entry of buffered.slice(replayed)) sink.send(frameOf(entry))
}

async function missedBy(
  log: Pick<EventLog, 'since' | 'cursor'>,
  { userId }: Connection,
  after: string | null,
) {
  if (after === null) return { entries: [], complete: true, reached: await log.cursor(userId) }
  const { entries, complete } = await log.since(userId, after)
  const reached = entries.at(-1)?.id ?? (complete ? after : await log.cursor(userId))
  return { entries, complete, reached }
}

/** Sends no faster than the client reads, because a long replay must not look like a slow client. */
async function replay(connection: Connection, entries: readonly LogEntry[]) {
  for (const entry of entries) {
    if (connection.closed) return
    connection.sink.send(frameOf(entry))
    const drained = connection.sink.drained?.()
    if (drained) await drained
  }
}
