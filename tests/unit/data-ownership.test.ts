import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

/** Triggers of the database write the table. */
const TRIGGERS = 'triggers'

/** The domain, or the file of the platform, that writes each table. Privacy also deletes and anonymizes rows of every table. */
const OWNERS: Record<string, string> = {
  user: 'accounts',
  session: 'accounts',
  email_verification: 'accounts',
  password_reset: 'accounts',
  second_factor: 'accounts',
  recovery_code: 'accounts',
  passkey: 'accounts',
  used_passkey_challenge: 'accounts',
  profile_visitor: 'accounts',
  launch_notification: 'admin',
  conversation: 'chat',
  conversation_member: 'chat',
  keep_wish: 'keeping',
  member_presence: 'chat',
  message: 'chat',
  daily_conversation_start: 'chat',
  knock: 'chat',
  knock_refusal: 'chat',
  evening: 'evenings',
  evening_member: 'evenings',
  search_wait: 'matching',
  search_wait_progress: 'matching',
  block: 'moderation',
  report: 'moderation',
  moderation_action: 'moderation',
  moderator_note: 'moderation',
  report_claim: 'moderation',
  strike: 'moderation',
  appeal: 'moderation',
  ban_signal: 'moderation',
  held_message: 'moderation',
  order: 'billing',
  transaction: 'billing',
  premium_grant: 'billing',
  webhook_event: 'billing',
  notification: 'notifications',
  push_subscription: 'push',
  interest_bell: 'bells',
  push_preference: 'push',
  push_delivery: 'push',
  decision_mail: 'mail',
  data_export: 'privacy',
  data_export_part: 'privacy',
  session_invalidation: TRIGGERS,
  list_size: TRIGGERS,
  server_secret: 'server/platform/postgres/server-secrets.ts',
}

/** Columns of a table that another domain writes, because the row is about what this domain decides. */
const SHARED: Record<string, Record<string, RegExp>> = {
  user: {
    chat: /read_receipts/,
    billing: /premium_until|premiumUntil|plan|subscri/,
    moderation: /bannedAt|suspendedUntil/,
    notifications: /missed_mails|missedMails|missed_mailed_at|filter_by_gender/,
  },
  conversation_member: { notifications: /unread_since/, keeping: /kept_at|kept_note/ },
}

interface Write {
  table: string
  domain: string
  file: string
  /** The statement from its verb on, 300 characters at most. */
  statement: string
}

/** Returns the table of each Prisma model, by the name of its client property. */
function tablesOf(schema: string): Map<string, string> {
  const models = [...schema.matchAll(/^model (\w+) \{(.*?)^\}/gms)]
  return new Map(
    models.map(([, model = '', body = '']) => [
      `${model.charAt(0).toLowerCase()}${model.slice(1)}`,
      /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model,
    ]),
  )
}

async function writesOf(tables: Map<string, string>): Promise<Write[]> {
  const known = new Set(tables.values())
  const writes: Write[] = []
  for await (const file of glob('server/{domains,transports,platform}/**/*.ts', { cwd: ROOT })) {
    if (file.includes('/generated/')) continue
    const text = readFileSync(join(ROOT, file), 'utf8')
    const domain = /^server\/domains\/(\w+)/.exec(file)?.[1] ?? file
    const note = (table: string | undefined, index: number) => {
      if (table && known.has(table))
        writes.push({ table, domain, file, statement: text.slice(index, index + 300) })
    }
    for (const found of text.matchAll(/(?:INSERT INTO|UPDATE|DELETE FROM)\s+"?(\w+)"?/g))
      note(found[1], found.index)
    for (const found of text.matchAll(
      /\.(\w+)\s*\.(?:create|update|upsert|delete)(?:Many)?(?:AndReturn)?\(/g,
    ))
      note(tables.get(found[1] ?? ''), found.index)
  }
  return writes
}

describe('a table', async () => {
  const tables = tablesOf(readFileSync(join(ROOT, 'prisma/schema.prisma'), 'utf8'))
  const writes = await writesOf(tables)

  it.each([...tables.values()])(
    'belongs to its owner, and others write it only where that is declared: %s',
    (table) => {
      const owner = OWNERS[table]
      const of = writes.filter((write) => write.table === table)
      const foreign = of.filter(({ domain, statement }) => {
        if (domain === owner || domain === 'privacy') return false
        const columns = SHARED[table]?.[domain]
        return !columns?.test(statement)
      })
      expect(of.some(({ domain }) => domain === owner)).toBe(owner !== TRIGGERS)
      expect(foreign.map(({ file }) => file)).toEqual([])
    },
  )

  it('belongs to one owner, and every declared exception is used', () => {
    expect(Object.keys(OWNERS).sort()).toEqual([...tables.values()].sort())
    const unused = Object.entries(SHARED).flatMap(([table, domains]) =>
      Object.keys(domains).filter(
        (domain) => !writes.some((write) => write.table === table && write.domain === domain),
      ),
    )
    expect(unused).toEqual([])
  })
})
