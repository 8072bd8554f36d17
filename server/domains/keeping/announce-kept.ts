import { text } from '#schema/translatable.ts'
import type { KeepingContext } from './keeping-context.ts'
import { publishKept } from './publish-kept.ts'
import type { OwnedKept } from './read-kept.ts'

/** Tells members, all at the same moment, that both they and their partners asked to keep in touch. */
export async function announceKept(context: KeepingContext, sides: readonly OwnedKept[]): Promise<void> {
  for (const { ownerId, kept } of sides) {
    const { userId: partnerId, conversationId } = kept
    await context.events.emit('membersKept', { userId: ownerId, partnerId, conversationId })
  }
  await Promise.all([
    publishKept(context, sides, true),
    context.inbox.post(sides.map(notificationOf)).catch(context.onError),
  ])
}

const notificationOf = ({ ownerId, kept }: OwnedKept) => ({
  userId: ownerId,
  kind: 'kept' as const,
  heading: text('You and {name} keep in touch', { name: kept.displayName }),
  body: text(
    'You both asked to. You can find each other on the home page, and ask to talk again at any time.',
  ),
  path: '/',
  candidateId: kept.userId,
  // `announceUntold` looks for it.
  dedupeKey: `kept:${kept.conversationId}`,
})
