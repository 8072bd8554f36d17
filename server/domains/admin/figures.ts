import type { Platform } from '#server/platform/open-platform.ts'

export interface LiveFigures {
  at: Date
  online: number
  waiting: number
  /** In the last 60 seconds. */
  matchesPerMinute: number
  messagesPerMinute: number
  reportsOpen: number
  appealsOpen: number
}

export interface MinuteFigures {
  minute: Date
  matches: number
  messages: number
}

/** The domains whose members the figures count. */
export interface CountedDomains {
  presence: { count(): Promise<number> }
  matching: { waiting(): Promise<number> }
}

/** Requests within this time share one query, in milliseconds. */
const CACHE_DURATION = 1_000
const MINUTE = 60_000
const MINUTES = 60

/** The smallest UUIDv7 of a time: newer messages are a range of the primary key. */
const SINCE = `lpad(to_hex(($1::bigint)), 12, '0')`
const ID_SINCE = `(substr(${SINCE}, 1, 8) || '-' || substr(${SINCE}, 9, 4) || '-7000-8000-000000000000')::uuid`

const NOW = {
  name: 'live-figures',
  text: `SELECT
    (SELECT count(*)::int FROM conversation WHERE opened_at >= to_timestamp($1::bigint / 1000.0)) AS matches,
    (SELECT count(*)::int FROM message WHERE id > ${ID_SINCE}) AS messages,
    (SELECT coalesce(sum(change), 0)::int FROM list_size WHERE list = 'report:OPEN') AS reports,
    (SELECT coalesce(sum(change), 0)::int FROM list_size WHERE list = 'appeal:OPEN') AS appeals`,
}

const LAST_HOUR = {
  name: 'figures-of-the-last-hour',
  text: `
WITH matched AS (
  SELECT floor(extract(epoch FROM opened_at) / 60)::bigint AS minute, count(*)::int AS matches
  FROM conversation WHERE opened_at >= to_timestamp($1::bigint / 1000.0) GROUP BY 1
), said AS (
  SELECT floor(extract(epoch FROM time) / 60)::bigint AS minute, count(*)::int AS messages
  FROM message WHERE id > ${ID_SINCE} GROUP BY 1
)
SELECT minute::text, coalesce(matches, 0) AS matches, coalesce(messages, 0) AS messages
FROM matched FULL JOIN said USING (minute)`,
}

interface NowRow {
  matches: number
  messages: number
  reports: number
  appeals: number
}

/** Creates the live figures of the console. */
export function createFigures(
  { database: { pool }, clock }: Pick<Platform, 'database' | 'clock'>,
  { presence, matching }: CountedDomains,
) {
  let latest: { at: number; figures: Promise<LiveFigures> } | null = null

  async function readFigures(at: number): Promise<LiveFigures> {
    const [{ rows }, onlineMembers, waitingMembers] = await Promise.all([
      pool.query<NowRow>({ ...NOW, values: [at - MINUTE] }),
      presence.count(),
      matching.waiting(),
    ])
    const [row] = rows
    return {
      at: new Date(at),
      online: onlineMembers,
      waiting: waitingMembers,
      matchesPerMinute: row?.matches ?? 0,
      messagesPerMinute: row?.messages ?? 0,
      reportsOpen: row?.reports ?? 0,
      appealsOpen: row?.appeals ?? 0,
    }
  }

  return {
    now(): Promise<LiveFigures> {
      const at = clock.now()
      if (!latest || at - latest.at >= CACHE_DURATION) latest = { at, figures: readFigures(at) }
      return latest.figures
    },

    /** Returns one entry for each minute, oldest first, without gaps. */
    async lastHour(): Promise<MinuteFigures[]> {
      const first = Math.floor(clock.now() / MINUTE) - MINUTES + 1
      const { rows } = await pool.query<{ minute: string; matches: number; messages: number }>({
        ...LAST_HOUR,
        values: [first * MINUTE],
      })
      const byMinute = new Map(rows.map((row) => [Number(row.minute), row]))
      return Array.from({ length: MINUTES }, (_, index) => {
        const row = byMinute.get(first + index)
        const minute = new Date((first + index) * MINUTE)
        return { minute, matches: row?.matches ?? 0, messages: row?.messages ?? 0 }
      })
    },
  }
}
