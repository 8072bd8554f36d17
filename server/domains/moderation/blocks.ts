import { partnerNameOf } from '#schema/partner-name.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/open-platform.ts'

/** @throws ApiError INVALID */
export function assertNotSelf(userId: string, otherId: string) {
  if (userId === otherId) throw new ApiError('INVALID', text('You cannot block or report yourself.'))
}

/** Creates the blocks between members. */
export function createBlocks({
  database: { pool },
  events,
  limits,
}: Pick<Platform, 'database' | 'events' | 'limits'>) {
  return {
    /** Returns the ids of members that this member blocked or was blocked by. */
    async blockedIds(userId: string): Promise<string[]> {
      const { rows } = await pool.query<{ id: string }>({
        name: 'blocked-ids',
        text: `SELECT blocked_id AS id FROM block WHERE blocker_id = $1
          UNION SELECT blocker_id FROM block WHERE blocked_id = $1`,
        values: [userId],
      })
      return rows.map((row) => row.id)
    },

    /** Blocks a member. Idempotent. @throws ApiError INVALID for the own account; NOT_FOUND; RATE_LIMITED */
    async block(blockerId: string, blockedId: string) {
      assertNotSelf(blockerId, blockedId)
      await limits.consume('blockByAccount', blockerId)
      const { rowCount } = await pool.query(
        `INSERT INTO block (blocker_id, blocked_id) SELECT $1, id FROM "user" WHERE id = $2
         ON CONFLICT (blocker_id, blocked_id) DO UPDATE SET created = block.created`,
        [blockerId, blockedId],
      )
      if (!rowCount) throw new ApiError('NOT_FOUND', text('We cannot find this person.'))
      await events.emit('userBlocked', { blockerId, blockedId })
    },

    /** Removes a block. Idempotent. A block in the other direction stays. */
    async unblock(blockerId: string, blockedId: string) {
      await pool.query('DELETE FROM block WHERE blocker_id = $1 AND blocked_id = $2', [blockerId, blockedId])
    },

    /** Returns the members that this member blocked, newest block first, at most 100. */
    async blockedPeople(userId: string) {
      const { rows } = await pool.query<{ id: string; displayName: string; ownName: string; since: Date }>(
        `SELECT "user".id, "user".display_name AS "displayName", own.display_name AS "ownName", block.created AS since
         FROM block JOIN "user" ON "user".id = block.blocked_id JOIN "user" own ON own.id = block.blocker_id
         WHERE block.blocker_id = $1 ORDER BY block.created DESC, "user".id LIMIT 100`,
        [userId],
      )
      return rows.map(({ ownName, displayName, ...person }) => ({
        ...person,
        displayName: partnerNameOf(displayName, ownName),
      }))
    },
  }
}
