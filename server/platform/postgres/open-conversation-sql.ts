/**
 * Returns SQL for the id of the open conversation of two members; null without one. Both arguments are SQL expressions of
 * an id. As a subquery with a value, it is one lookup by the key of the pair: for `EXISTS`, PostgreSQL may plan a join
 * that reads every open conversation.
 */
export const openConversationOf = (one: string, other: string) => `(
    SELECT conversation.id FROM conversation
    WHERE conversation.low_user_id = least(${one}, ${other}) AND conversation.high_user_id = greatest(${one}, ${other})
      AND conversation.ended_at IS NULL
  )`

/** Returns SQL that is true while a member is in a chat. The argument is an SQL expression of an id. */
export const isInChat = (id: string) => `EXISTS (
    SELECT 1 FROM conversation_member member JOIN conversation ON conversation.id = member.conversation_id
    WHERE member.user_id = ${id} AND member.active AND conversation.ended_at IS NULL
  )`
