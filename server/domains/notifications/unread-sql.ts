import { isActiveAccount } from '#server/platform/postgres/account-status-sql.ts'

/** Counting stops here: nobody is told of more. */
export const UNREAD_CAP = 100

const NIL = '00000000-0000-0000-0000-000000000000'

/**
 * Of a row `member` of conversation_member: `unread`, what its partner wrote that is neither read nor cleared. Read on
 * the conversation's index from the watermark on, which an equality of the sender would draw the planner away from.
 */
export const UNREAD = `CROSS JOIN LATERAL (
    SELECT count(*)::int AS count, min(time) AS oldest FROM (
      SELECT time FROM message
      WHERE message.conversation_id = member.conversation_id AND message.sender_id <> member.user_id
        AND message.id > greatest(member.read_through, member.cleared_through, '${NIL}')
      ORDER BY message.id LIMIT ${UNREAD_CAP}
    ) first
  ) unread`

/** Of the same row, joined with its partner: that partner may still be heard. */
export const partnerMayBeHeard = (now: string) => `${isActiveAccount('partner', now)} AND NOT EXISTS (
    SELECT 1 FROM block
    WHERE (blocker_id = member.user_id AND blocked_id = member.partner_id)
       OR (blocker_id = member.partner_id AND blocked_id = member.user_id)
  )`
