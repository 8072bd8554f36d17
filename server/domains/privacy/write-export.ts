import type { ClientBase } from 'pg'
import { PRODUCT } from '#schema/product.ts'
import { type ArchiveFile, createArchive } from './archive.ts'
import {
  CONVERSATION_BATCH,
  CONVERSATIONS,
  COUNT_MESSAGES,
  BEFORE_FIRST,
  MESSAGE_BATCH,
  batchQuery,
  SUBJECTS,
} from './export-subjects.ts'

/** Rows that are read at once. */
const PORTION = 500
/** What the small subjects count for, in per cent; the rest is shared by the messages. */
const SMALL_SUBJECTS = 10

/**
 * A long conversation has far more messages than the planner expects of one: it would sort what is left of it for each
 * portion.
 */
const IN_ORDER_OF_THE_INDEX = 'SET LOCAL enable_sort = off'
const AS_USUAL = 'SET LOCAL enable_sort = on'

interface Row {
  key: string
  item: string
}

interface ConversationRow extends Row {
  cleared: string
  blocked: boolean
}

export interface ExportRun {
  /** In a transaction. */
  client: ClientBase
  userId: string
  at: Date
  /** Told often, with the per cent that are done. @throws what makes the run stop */
  progress(percent: number): Promise<void>
}

/** What is stored of a person, as a zip. The database writes the JSON, so that a row costs next to nothing here. */
export async function writeExport({ client, userId, at, progress }: ExportRun): Promise<Buffer> {
  const archive = createArchive(at)
  let percent = 0

  async function* portions<Kind extends Row>(sql: string, first: string, more: unknown[] = []) {
    let last = first
    for (;;) {
      const { rows } = await client.query<Kind>(sql, [userId, last, PORTION, ...more])
      if (rows.length > 0) yield rows
      if (rows.length < PORTION) return
      last = rows[rows.length - 1]?.key ?? last
    }
  }

  async function list(file: ArchiveFile, sql: string, first: string) {
    let before = '['
    for await (const rows of portions(sql, first)) {
      await file.write(`${before}\n${rows.map(({ item }) => item).join(',\n')}`)
      before = ','
      await progress(percent)
    }
    await file.write(before === '[' ? '[]\n' : '\n]\n')
  }

  async function conversations(file: ArchiveFile) {
    const counted = await client.query<{ count: number }>(COUNT_MESSAGES, [userId])
    const total = Math.max(1, counted.rows[0]?.count ?? 0)
    let done = 0
    let before = '['
    for await (const rows of portions<ConversationRow>(CONVERSATION_BATCH, BEFORE_FIRST.uuid)) {
      await client.query(IN_ORDER_OF_THE_INDEX)
      for (const { key, item, cleared, blocked } of rows) {
        await file.write(`${before}\n${item.slice(0, -1)}, "messages" : `)
        before = ','
        let inside = '['
        for await (const messages of portions(MESSAGE_BATCH, cleared, [key, !blocked])) {
          await file.write(`${inside}\n${messages.map((message) => message.item).join(',\n')}`)
          inside = ','
          done += messages.length
          // They were counted before some were said, and before what is not visible was left out.
          percent = Math.floor(SMALL_SUBJECTS + Math.min(1, done / total) * (99 - SMALL_SUBJECTS))
          await progress(percent)
        }
        await file.write(inside === '[' ? '[]}' : ']}')
      }
      await client.query(AS_USUAL)
      await progress(percent)
    }
    await file.write(before === '[' ? '[]\n' : '\n]\n')
  }

  const readme = archive.file('README.txt')
  await readme.write(readmeOf(at))
  readme.end()
  for (const [index, subject] of SUBJECTS.entries()) {
    percent = Math.floor((index * SMALL_SUBJECTS) / SUBJECTS.length)
    const file = archive.file(subject.file)
    await list(file, batchQuery(subject), BEFORE_FIRST[subject.key.type])
    file.end()
  }
  const file = archive.file(CONVERSATIONS.file)
  await conversations(file)
  file.end()
  return archive.finish()
}

function readmeOf(at: Date) {
  const lines = [...SUBJECTS, CONVERSATIONS].map(({ file, about }) => `  ${file}\n      ${about}.`)
  return `Your data at ${PRODUCT.name}, as of ${at.toUTCString()}

This is what is stored about you. Every file is JSON: any text editor opens it.

${lines.join('\n')}

Of other people there are their display names and the messages they sent you, as these are theirs too.
Your password is not here: only a hash is stored that cannot be turned back.
Reports about members, and internal notes of our moderators, are left out: they would show who reported. If you want
to know whether we keep any about you, write to us, and we send what does not harm others.

Questions? Write to ${PRODUCT.supportEmail}.
`
}
