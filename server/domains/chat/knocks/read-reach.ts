import type { Pool } from 'pg'
import { isActiveAccount } from '#server/platform/postgres/account-status-sql.ts'
import { isBlockedEitherWay } from '#server/platform/postgres/block-sql.ts'
import type { History } from '../history.ts'

export interface Reach {
  /** The partner's account is active, and neither blocked the other. */
  canMeet: boolean
  /** The partner's address is verified, so they can be asked to talk. */
  isVerified: boolean
  /** The two have talked, and the member's list shows it: they keep each other, or it is within the member's history. */
  isListed: boolean
}

const READ = {
  name: 'read-reach',
  text: `
SELECT ${isActiveAccount('partner', 'now()')} AND NOT ${isBlockedEitherWay('$1', 'partner.id')} AS "canMeet",
  partner.email_verified AS "isVerified",
  EXISTS (
    SELECT 1 FROM conversation
    JOIN conversation_member member ON member.conversation_id = conversation.id AND member.user_id = $1
    JOIN conversation_member other ON other.conversation_id = conversation.id AND other.user_id = partner.id
    WHERE conversation.low_user_id = least($1::uuid, partner.id)
      AND conversation.high_user_id = greatest($1::uuid, partner.id) AND (member.last_activity >= $3 OR member.kept_at IS NOT NULL)
  ) AS "isListed"
FROM "user" partner WHERE partner.id = $2`,
}

/** Returns how a member can reach another one; null for an id that no account has. */
export async function readReach(
  pool: Pool,
  userId: string,
  partnerId: string,
  history: History,
): Promise<Reach | null> {
  const { rows } = await pool.query<Reach>({ ...READ, values: [userId, partnerId, history.since] })
  return rows[0] ?? null
}
