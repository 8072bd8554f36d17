import { LIMITS } from '#schema/limits.ts'
import { WAS_OPEN } from './knock-sql.ts'

/** Members who keep in touch: SQL for the reads of every domain. `member` and `other` are the two rows of conversation_member. */

const NIL = "'00000000-0000-0000-0000-000000000000'::uuid"

/** SQL that is true when one of the two hides the presence: then neither sees that of the other. */
export const PRESENCE_IS_HIDDEN = '(member.hides_presence OR coalesce(other.hides_presence, false))'

/** SQL that is true while a member of a row `conversation` may ask to keep in touch: in the chat and for a day after it. */
export const MAY_ASK_TO_KEEP = `(${WAS_OPEN} AND (conversation.ended_at IS NULL
    OR conversation.ended_at > now() - interval '${LIMITS.keepHours} hours'))`

/** SQL for the `KeepState` of a row `member`, with its row `conversation`. */
export const KEEP_STATE = `CASE WHEN member.kept_at IS NOT NULL THEN 'KEPT'
    WHEN ${MAY_ASK_TO_KEEP} AND EXISTS (
      SELECT 1 FROM keep_wish wish
      WHERE wish.user_id = member.user_id AND wish.conversation_id = member.conversation_id
    ) THEN 'ASKED' ELSE 'NO' END`

/** Returns SQL for the id after which a row `member` shows messages. Of a kept partner it is the beginning. */
export const historyStart = (after: string) =>
  `CASE WHEN member.kept_at IS NULL THEN ${after} ELSE ${NIL} END`
