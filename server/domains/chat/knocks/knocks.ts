import type { ChatContext } from '../chat-context.ts'
import { acceptKnock } from './accept-knock.ts'
import { declineKnock } from './decline-knock.ts'
import { endKnocksBetween, endKnocksOf } from './end-knocks.ts'
import { listKnocks } from './read-knock.ts'
import { allowKnocks, refusedKnocks } from './refusals.ts'

/** Creates the operations of a member who is asked to talk. */
export const createKnocks = (context: ChatContext) => ({
  list: (userId: string) => context.reads.run(({ pool }) => listKnocks(pool, userId)),
  accept: (userId: string, knockId: string) => acceptKnock(context, { knockId, userId, evenDeclined: false }),
  decline: (userId: string, knockId: string, forever: boolean) =>
    declineKnock(context, userId, { knockId, forever }),
  refused: (userId: string) => refusedKnocks(context.pool, userId),
  allow: (userId: string, refusedId: string) => allowKnocks(context.pool, userId, refusedId),
  endBetween: (userId: string, partnerId: string) => endKnocksBetween(context, userId, partnerId),
  endAllOf: (userId: string) => endKnocksOf(context, userId),
})
