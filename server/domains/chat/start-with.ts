import type { Pool } from 'pg'
import type { Nearby } from '#server/domains/nearby/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { dayOf } from './daily-limit.ts'
import type { Viewer } from './history.ts'
import { openConversationBetween } from './leave.ts'
import { type Opened, openConversation } from './open-conversation.ts'
import { shareConversation, unreachable } from './partner.ts'

/** A member who is about to start a conversation. */
export interface Starting extends Viewer {
  /** The account is in its first hours. */
  isNewAccount?: boolean
  /** The request carried a proof of work. */
  hasProofOfWork?: boolean
}

export interface Starter extends Starting {
  emailVerified: boolean
}

/** Runs the function that opens a chat from a list, with the steps before and after it. */
export type AroundOpening = (
  open: () => Promise<Opened>,
  now: { /** Whether the two have an open conversation already. */ isOpen: boolean },
) => Promise<Opened>

interface StartDeps {
  pool: Pool
  clock: Clock
  limits: RateLimits
  nearby: Pick<Nearby, 'isNear'>
  mayStart(starter: Starting): Promise<void>
}

/** Opens the starter's conversation with a member from a list. @throws ApiError as `Chat.startWith` says */
export async function startWith(
  { pool, clock, limits, nearby, mayStart }: StartDeps,
  starter: Starter,
  partnerId: string,
  around: AroundOpening,
): Promise<Opened> {
  if (!starter.emailVerified) {
    throw new ApiError(
      'EMAIL_NOT_VERIFIED',
      'Please verify your email address before starting chats. Check your inbox for the verification link.',
    )
  }
  if (partnerId === starter.id) throw new ApiError('INVALID', 'You cannot start a chat with yourself.')
  await limits.consume('startByAccount', starter.id)
  const known = await shareConversation(pool, starter.id, partnerId)
  if (!known && !(await nearby.isNear(starter, partnerId))) throw unreachable()
  const isOpen = known && (await openConversationBetween(pool, starter.id, partnerId)) !== null
  if (!isOpen) await mayStart(starter)
  const starting = { starters: [starter.id], day: dayOf(clock.now()) }
  return around(() => openConversation(pool, starter.id, partnerId, starting), { isOpen })
}
