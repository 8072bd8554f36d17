import type { ClientBase } from 'pg'
import type { ArchiveFile } from './archive.ts'
import { BEFORE_FIRST, CONVERSATION_BATCH, COUNT_MESSAGES, MESSAGE_BATCH } from './export-subjects.ts'
import { type ExportOwner, namePartner } from './name-partner.ts'
import { type ExportRow, readBatches } from './read-batches.ts'

/**
 * A long conversation has far more messages than the planner expects, so it would sort the remaining ones for each batch
 * instead of reading the index in order.
 */
const READ_INDEX_IN_ORDER = 'SET LOCAL enable_sort = off'
const ALLOW_SORTS = 'SET LOCAL enable_sort = on'

interface ConversationRow extends ExportRow {
  cleared: string
  blocked: boolean
}

interface ConversationRun extends ExportOwner {
  client: ClientBase
  userId: string
  progress(percent: number): Promise<void>
}

/** Writes the member's conversations with their messages. The progress grows from `startPercent` to 99. */
export async function writeConversations(
  run: ConversationRun,
  file: ArchiveFile,
  startPercent: number,
): Promise<void> {
  const { client, userId, progress } = run
  const counted = await client.query<{ count: number }>(COUNT_MESSAGES, [userId])
  const total = Math.max(1, counted.rows[0]?.count ?? 0)
  let percent = startPercent
  let done = 0
  let separator = '['
  for await (const rows of readBatches<ConversationRow>(run, CONVERSATION_BATCH, BEFORE_FIRST.uuid)) {
    await client.query(READ_INDEX_IN_ORDER)
    for (const { key, item, cleared, blocked } of rows) {
      const named = namePartner(item, 'with', run)
      await file.write(`${separator}\n${named.slice(0, -1)}, "messages" : `)
      separator = ','
      let inner = '['
      for await (const messages of readBatches(run, MESSAGE_BATCH, cleared, [key, !blocked])) {
        await file.write(`${inner}\n${messages.map((message) => message.item).join(',\n')}`)
        inner = ','
        done += messages.length
        // The total may be exceeded by messages that were sent since, and missed because hidden messages count too.
        percent = Math.floor(startPercent + Math.min(1, done / total) * (99 - startPercent))
        await progress(percent)
      }
      await file.write(inner === '[' ? '[]}' : ']}')
    }
    await client.query(ALLOW_SORTS)
    await progress(percent)
  }
  await file.write(separator === '[' ? '[]\n' : '\n]\n')
}
