/**
 * Returns SQL that is true when two members have an open conversation. Both arguments are SQL expressions of an id. It
 * looks for the one row of the pair by its key, however many conversations there are.
 */
export const haveOpenConversation = (one: string, other: string) => `(
    SELECT true FROM conversation
    WHERE conversation.low_user_id = least(${one}, ${other}) AND conversation.high_user_id = greatest(${one}, ${other})
      AND conversation.ended_at IS NULL
    LIMIT 1
  ) IS NOT NULL`
