import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { ChatContext } from './chat-context.ts'
import type { Viewer } from './history.ts'
import { hasNewAccountLimits } from './new-account-limits.ts'

/** A member who is about to start a conversation. */
export interface Starting extends Viewer {
  /** The account is in its first hours. */
  isNewAccount?: boolean
  /** The request carried a proof of work. */
  hasProofOfWork?: boolean
}

/** Returns the day, in UTC, towards whose limit a start counts. */
export const dayOf = (now: number) => new Date(now).toISOString().slice(0, 10)

type LimitContext = Pick<ChatContext, 'pool' | 'clock' | 'freeConversationsADay'>

/**
 * `partnerId`: the member of a list with whom the conversation starts; null for a search.
 * @throws ApiError DAILY_LIMIT when a free member has started as many conversations today as the plan allows, unless one
 * with this partner is among them; NEW_ACCOUNT_LIMIT; PROOF_REQUIRED
 */
export async function assertMayStart(
  context: LimitContext & Pick<ChatContext, 'botDefence'>,
  viewer: Starting,
  partnerId: string | null = null,
): Promise<void> {
  await assertBelowDailyLimit(context, viewer, partnerId)
  await context.botDefence.beforeConversation({ ...viewer, isNewAccount: hasNewAccountLimits(viewer) })
}

const COUNTED_STARTS = {
  name: 'daily-starts',
  text: `
SELECT count, EXISTS (
    SELECT 1 FROM conversation JOIN conversation_member member
      ON member.conversation_id = conversation.id AND member.user_id = $1 AND member.counted_day = $2::date
    WHERE conversation.low_user_id = least($1::uuid, $3::uuid) AND conversation.high_user_id = greatest($1::uuid, $3::uuid)
  ) AS includes_partner
FROM daily_conversation_start WHERE user_id = $1 AND day = $2::date`,
}

async function assertBelowDailyLimit(
  { pool, clock, freeConversationsADay: limit }: LimitContext,
  viewer: Starting,
  partnerId: string | null,
): Promise<void> {
  if (viewer.premium) return
  const values = [viewer.id, dayOf(clock.now()), partnerId]
  const { rows } = await pool.query<{ count: number; includes_partner: boolean }>({
    ...COUNTED_STARTS,
    values,
  })
  const [row] = rows
  if (!row || row.count < limit || row.includes_partner) return
  throw new ApiError(
    'DAILY_LIMIT',
    text(
      '{limit, plural, other {You have started # conversations today. That is the daily limit of the free plan. We do not count people who left before they wrote to you, or a second conversation with the same person. Come back tomorrow, or upgrade to Premium for unlimited conversations.}}',
      { limit },
    ),
  )
}
