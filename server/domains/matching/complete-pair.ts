import { ApiError } from '#server/platform/errors.ts'
import type { Matched, MatchingContext } from './matching-context.ts'
import { isStarted, membersOf, partnerIn, type Settled } from './ticket.ts'

/** Returns the evening of a pair, and whether it is an exchange of languages. */
function matchOf(pair: Settled): [evening?: string | null, match?: { isExchange: true }] {
  if (isStarted(pair)) return []
  if (pair.exchange) return [pair.evening ?? null, { isExchange: true }]
  return pair.evening === undefined ? [] : [pair.evening]
}

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
    const { conversationId } = await openConversation(first, second, starters, ...matchOf(pair))
    return { status: 'matched', conversationId, partnerId: partnerIn(pair, userId) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await (isStarted(pair) ? store.release(pair) : store.undo(pair))
    return null
  }
}
