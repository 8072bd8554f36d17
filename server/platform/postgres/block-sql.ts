/** Returns SQL that is true when either of two members has blocked the other. Both arguments are SQL expressions of an id. */
export const isBlockedEitherWay = (one: string, other: string) => `EXISTS (
    SELECT 1 FROM block
    WHERE (blocker_id = ${one} AND blocked_id = ${other}) OR (blocker_id = ${other} AND blocked_id = ${one})
  )`

/** SQL for a row `member` of conversation_member that is true while neither of the two has blocked the other. */
export const NOT_BLOCKED = `NOT ${isBlockedEitherWay('member.user_id', 'member.partner_id')}`

/** Returns SQL that is true when the first of two members has blocked the second. Both arguments are SQL expressions of an id. */
export const hasBlocked = (blocker: string, blocked: string) =>
  `EXISTS (SELECT 1 FROM block WHERE blocker_id = ${blocker} AND blocked_id = ${blocked})`
