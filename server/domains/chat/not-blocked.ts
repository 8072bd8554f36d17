/** Holds for a row `member` of conversation_member while neither of the two has blocked the other. */
export const NOT_BLOCKED = `NOT EXISTS (
    SELECT 1 FROM block
    WHERE (blocker_id = member.user_id AND blocked_id = member.partner_id)
       OR (blocker_id = member.partner_id AND blocked_id = member.user_id)
  )`
