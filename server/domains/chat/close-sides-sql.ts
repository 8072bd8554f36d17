/** The lowest id of a message that is sent while the conversation is open. */
const LOWEST_ID = `(lpad(to_hex((extract(epoch FROM sides.opened_at) * 1000)::bigint), 12, '0')
      || '00000000000000000000')::uuid`

/** The columns of `conversation` that CLOSE_SIDES reads. */
export const ENDED = 'conversation.id, conversation.opened_at, conversation.ended_by'

/**
 * Follows a part `ended` with the columns ENDED, in the statement that ends conversations. Closes the side of the member
 * who left. Gives the start back to the partner, if this start counted towards their daily limit and the member who left
 * sent no message. Without a member who left, gives it back to both.
 *
 * Statements lock conversations, then their sides, then daily counts, each in the order of the keys. This prevents
 * deadlocks with each other and with those that write to the sides of many conversations.
 */
export const CLOSE_SIDES = `sides AS (
  SELECT member.conversation_id, member.user_id, member.counted_day, member.opening_counted, ended.opened_at, ended.ended_by
  FROM ended JOIN conversation_member member ON member.conversation_id = ended.id
  ORDER BY member.conversation_id, member.user_id FOR NO KEY UPDATE OF member
), left_side AS (
  UPDATE conversation_member member SET active = false FROM sides
  WHERE member.conversation_id = sides.conversation_id AND member.user_id = sides.user_id
    AND sides.user_id = sides.ended_by
), uncounted AS (
  UPDATE conversation_member member SET counted_day = NULL FROM sides
  WHERE member.conversation_id = sides.conversation_id AND member.user_id = sides.user_id
    AND sides.opening_counted AND sides.user_id IS DISTINCT FROM sides.ended_by AND NOT EXISTS (
      SELECT 1 FROM message WHERE message.conversation_id = sides.conversation_id
        AND message.sender_id = sides.ended_by AND message.id >= ${LOWEST_ID}
    )
  RETURNING sides.user_id, sides.counted_day
), due_back AS (
  SELECT start.user_id, start.day FROM uncounted
  JOIN daily_conversation_start start ON start.user_id = uncounted.user_id AND start.day = uncounted.counted_day
  ORDER BY start.user_id, start.day FOR NO KEY UPDATE OF start
), given_back AS (
  UPDATE daily_conversation_start start SET count = start.count - 1 FROM due_back
  WHERE start.user_id = due_back.user_id AND start.day = due_back.day
)`
