import { ApiError } from '#server/platform/errors.ts'
import type { Matched, MatchingContext } from './matching-context.ts'
import { isStarted, membersOf, partnerIn, type Settled } from './ticket.ts'

const kindOf = (pair: Settled) =>
  isStarted(pair) ? {} : { eveningId: pair.evening, isExchange: pair.exchange }

/**
 * Opens the conversation of a settled pair; null when the two may not talk. Idempotent: any node that reads a settled
 * pair completes it, so a node that stops in between loses no match.
 */
export async function completePair(
  { store, openConversation }: Pick<MatchingContext, 'store' | 'openConversation'>,
  pair: Settled,
  userId: string,
): Promise<Matched | null> {
  const [first, second] = membersOf(pair)
  const starters = isStarted(pair) ? [pair.starterId] : [first, second]
  try {
    const { conversationId } = await openConversation(first, second, starters, kindOf(pair))
    return { status: 'matched', conversationId, partnerId: partnerIn(pair, userId) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await (isStarted(pair) ? store.release(pair) : store.undo(pair))
    return null
  }
}
