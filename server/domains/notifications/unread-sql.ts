import { isActiveAccount } from '#server/platform/postgres/account-status-sql.ts'
import { NOT_BLOCKED } from '#server/platform/postgres/block-sql.ts'

/** Counting stops here: reminders say no more than "more than 99". */
export const UNREAD_CAP = 100

const NIL = '00000000-0000-0000-0000-000000000000'

/**
 * Joins a row `member` of conversation_member with `unread`: the partner's messages that are neither read nor cleared. It
 * uses `<>` for the sender, because an equality would make the planner choose a worse index than the conversation's.
 */
export const UNREAD = `CROSS JOIN LATERAL (
    SELECT count(*)::int AS count, min(time) AS oldest FROM (
      SELECT time FROM message
      WHERE message.conversation_id = member.conversation_id AND message.sender_id <> member.user_id
        AND message.id > greatest(member.read_through, member.cleared_through, '${NIL}')
      ORDER BY message.id LIMIT ${UNREAD_CAP}
    ) first
  ) unread`

/** A condition on the same row joined with `partner`: the partner's account is active, and neither blocked the other. */
export const canReceiveFromPartner = (now: string) => `${isActiveAccount('partner', now)} AND ${NOT_BLOCKED}`
