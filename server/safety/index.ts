import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { ApiError } from '../errors.ts'
import type { FactBus } from '../facts.ts'
import type { RateLimits } from '../rate-limits.ts'
import type { Database } from '../store/index.ts'

export type { BotDefence } from './bot-defence.ts'
export { createDefences, type Defences } from './defences.ts'
export type { Screen } from './message-filter.ts'

/** How much of what was said last is kept with a report. */
const EVIDENCE_MESSAGES = 50

export interface SafetyDeps {
  database: Pick<Database, 'pool'>
  facts: FactBus
  limits: RateLimits
}

export interface Safety {
  /** Everyone this person blocked or was blocked by. */
  blockedIds(userId: string): Promise<string[]>
  /** Idempotent. @throws ApiError INVALID for oneself, NOT_FOUND */
  block(blockerId: string, blockedId: string): Promise<void>
  /** Idempotent; a block of the other's stays. */
  unblock(blockerId: string, blockedId: string): Promise<void>
  /** Whom this person blocked, the latest first, a hundred at most. */
  blockedPeople(userId: string): Promise<{ id: string; displayName: string; since: Date }[]>
  /** Keeps what was said as evidence, and blocks. @throws ApiError NOT_FOUND unless they share a conversation */
  report(reporterId: string, reportedId: string, reason: string, newcomer?: boolean): Promise<void>
}

const REPORT = `
WITH shared AS (
  SELECT id FROM conversation
  WHERE low_user_id = least($2::uuid, $3::uuid) AND high_user_id = greatest($2::uuid, $3::uuid)
), blocked AS (
  INSERT INTO block (blocker_id, blocked_id) SELECT $2::uuid, $3::uuid FROM shared ON CONFLICT DO NOTHING
)
INSERT INTO report (id, reporter_id, reported_id, conversation_id, reason, evidence)
SELECT $1, $2, $3, shared.id, $4, coalesce((
  SELECT jsonb_agg(jsonb_build_object('id', id, 'senderId', sender_id, 'message', body, 'time', time) ORDER BY id)
  FROM (
    SELECT * FROM message WHERE message.conversation_id = shared.id ORDER BY id DESC LIMIT ${EVIDENCE_MESSAGES}
  ) last
), '[]')
FROM shared`

function notOneself(userId: string, otherId: string) {
  if (userId === otherId) throw new ApiError('INVALID', 'You cannot block or report yourself.')
}

export function createSafety({ database, facts, limits }: SafetyDeps): Safety {
  const pool: Pool = database.pool
  return {
    async blockedIds(userId) {
      const { rows } = await pool.query<{ id: string }>({
        name: 'blocked-ids',
        text: `SELECT blocked_id AS id FROM block WHERE blocker_id = $1
          UNION SELECT blocker_id FROM block WHERE blocked_id = $1`,
        values: [userId],
      })
      return rows.map((row) => row.id)
    },

    async block(blockerId, blockedId) {
      notOneself(blockerId, blockedId)
      await limits.consume('blockByAccount', blockerId)
      const { rowCount } = await pool.query(
        `INSERT INTO block (blocker_id, blocked_id) SELECT $1, id FROM "user" WHERE id = $2
         ON CONFLICT (blocker_id, blocked_id) DO UPDATE SET created = block.created`,
        [blockerId, blockedId],
      )
      if (!rowCount) throw new ApiError('NOT_FOUND', 'This person does not exist.')
      await facts.announce('userBlocked', { blockerId, blockedId })
    },

    async unblock(blockerId, blockedId) {
      await pool.query('DELETE FROM block WHERE blocker_id = $1 AND blocked_id = $2', [blockerId, blockedId])
    },

    async blockedPeople(userId) {
      const { rows } = await pool.query<{ id: string; displayName: string; since: Date }>(
        `SELECT "user".id, "user".display_name AS "displayName", block.created AS since
         FROM block JOIN "user" ON "user".id = block.blocked_id
         WHERE block.blocker_id = $1 ORDER BY block.created DESC, "user".id LIMIT 100`,
        [userId],
      )
      return rows
    },

    async report(reporterId, reportedId, reason, newcomer) {
      notOneself(reporterId, reportedId)
      await limits.consume('reportByAccount', reporterId, newcomer)
      const reportId = uuidv7()
      const { rowCount } = await pool.query(REPORT, [reportId, reporterId, reportedId, reason])
      if (!rowCount) throw new ApiError('NOT_FOUND', 'You can report people you have talked with.')
      await facts.announce('userReported', { reporterId, reportedId, reportId })
      await facts.announce('userBlocked', { blockerId: reporterId, blockedId: reportedId })
    },
  }
}
