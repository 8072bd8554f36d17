import { endKeeping } from './end-keeping.ts'
import { findPair } from './find-pair.ts'
import type { KeepingContext } from './keeping-context.ts'

/** Lets a kept member go. The other member does not learn of it. Idempotent. @throws ApiError RATE_LIMITED */
export async function letGo(context: KeepingContext, userId: string, partnerId: string): Promise<void> {
  await context.limits.consume('keepByAccount', userId)
  const conversationId = await findPair(context.pool, userId, partnerId)
  if (conversationId) await endKeeping(context, userId, conversationId)
}
