import type { ClientBase } from 'pg'
import { PRODUCT } from '#schema/product.ts'
import { readerOf } from '#server/domains/mail/index.ts'
import type { Texts } from '#server/platform/texts/texts.ts'
import { type ArchiveFile, createArchive } from './archive.ts'
import { BEFORE_FIRST, batchQuery, CONVERSATIONS, SUBJECTS, type Subject } from './export-subjects.ts'
import { type ExportOwner, namePartner } from './name-partner.ts'
import { type ExportRow, readBatches } from './read-batches.ts'
import { writeConversations } from './write-conversations.ts'

/** The share of the progress, in per cent, for all subjects but the messages. */
const SMALL_SUBJECTS_SHARE = 10

export interface ExportRun {
  /** A client within a transaction. */
  client: ClientBase
  userId: string
  at: Date
  texts: Texts
  /** Called often, with the progress in per cent. @throws to abort the run */
  progress(percent: number): Promise<void>
  /** Receives the parts of the archive, one after the other. @throws to abort the run */
  store(part: Buffer): Promise<void>
}

const OWNER = 'SELECT display_name AS name, language FROM "user" WHERE id = $1'

/**
 * Writes the member's stored data as a zip. Returns its size in bytes. The database writes the JSON, so most rows cost
 * little CPU here.
 */
export async function writeExport(run: ExportRun): Promise<number> {
  const archive = createArchive(run.at, run.store)
  const { rows } = await run.client.query<{ name: string; language: string }>(OWNER, [run.userId])
  const { say } = readerOf(run.texts, rows[0]?.language ?? 'en')
  const named = { ...run, ownName: rows[0]?.name ?? '', say }
  const readme = archive.file('README.txt')
  await readme.write(readmeOf(run.at))
  await readme.end()
  for (const [index, subject] of SUBJECTS.entries()) {
    const percent = Math.floor((index * SMALL_SUBJECTS_SHARE) / SUBJECTS.length)
    const file = archive.file(subject.file)
    await writeRows(named, file, subject, percent)
    await file.end()
  }
  const file = archive.file(CONVERSATIONS.file)
  await writeConversations(named, file, SMALL_SUBJECTS_SHARE)
  await file.end()
  return archive.finish()
}

async function writeRows(run: ExportRun & ExportOwner, file: ArchiveFile, subject: Subject, percent: number) {
  const { partner } = subject
  const itemOf = ({ item }: ExportRow) => (partner ? namePartner(item, partner, run) : item)
  let separator = '['
  for await (const rows of readBatches(run, batchQuery(subject), BEFORE_FIRST[subject.key.type])) {
    await file.write(`${separator}\n${rows.map(itemOf).join(',\n')}`)
    separator = ','
    await run.progress(percent)
  }
  await file.write(separator === '[' ? '[]\n' : '\n]\n')
}

function readmeOf(at: Date) {
  const lines = [...SUBJECTS, CONVERSATIONS].map(({ file, about }) => `  ${file}\n      ${about}.`)
  return `Your data at ${PRODUCT.name}, as of ${at.toUTCString()}

This is a copy of your data. Every file is JSON, which any text editor can open.

${lines.join('\n')}

Other people appear with their display names and the messages they sent you, which are their data too.
Your password is not here: we store only a hash that cannot be turned back into it.
Reports about members and internal notes of our moderators are left out, because they would show who reported. To ask
whether we keep any about you, write to us. We send you what does not harm others.

Questions? Write to ${PRODUCT.supportEmail}.
`
}
