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

/**
 * @throws ApiError DAILY_LIMIT when a free member has started as many conversations today as the plan allows;
 * NEW_ACCOUNT_LIMIT; PROOF_REQUIRED
 */
export async function assertMayStart(
  deps: Pick<ChatContext, 'pool' | 'clock' | 'botDefence' | 'freeConversationsADay'>,
  viewer: Starting,
): Promise<void> {
  await assertBelowDailyLimit(deps, viewer)
  await deps.botDefence.beforeConversation({ ...viewer, isNewAccount: hasNewAccountLimits(viewer) })
}

async function assertBelowDailyLimit(
  {
    pool,
    clock,
    freeConversationsADay: limit,
  }: Pick<ChatContext, 'pool' | 'clock' | 'freeConversationsADay'>,
  viewer: Starting,
): Promise<void> {
  if (viewer.premium) return
  const { rows } = await pool.query<{ count: number }>({
    name: 'daily-starts',
    text: 'SELECT count FROM daily_conversation_start WHERE user_id = $1 AND day = $2::date',
    values: [viewer.id, dayOf(clock.now())],
  })
  if ((rows[0]?.count ?? 0) < limit) return
  throw new ApiError(
    'DAILY_LIMIT',
    text(
      '{limit, plural, other {You have started # conversations today. That is the daily limit of the free plan. Come back tomorrow, or upgrade to Premium for unlimited conversations.}}',
      { limit },
    ),
  )
}
