import type { ChatContext } from '../chat-context.ts'
import { readKnock, readShownKnock } from './read-knock.ts'

type AnnounceContext = Pick<ChatContext, 'pool' | 'live' | 'events' | 'onError'>

/** Shows a knock to the member it is for: on their streams, and as a notification. Does nothing when it is not shown. */
export async function announceKnock(context: AnnounceContext, id: string) {
  const { pool, live, events, onError } = context
  const shown = await readShownKnock(pool, id)
  if (!shown) return
  const { toId, knock } = shown
  await live.publish([toId], { event: 'knock', data: { ...knock, waiting: true } }).catch(onError)
  await events.emit('knockArrived', {
    userId: toId,
    senderId: knock.userId,
    senderName: knock.displayName,
    again: knock.again,
  })
  // An answer may have come first, while the notification was stored.
  if (!(await readShownKnock(pool, id))) await announceEnded(context, [id])
}

/** Takes knocks that were shown away from the members they were for. */
export async function announceEnded(
  { pool, live, events, onError }: AnnounceContext,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    const ended = await readKnock(pool, id)
    if (!ended) continue
    const { toId, knock } = ended
    await live.publish([toId], { event: 'knock', data: { ...knock, waiting: false } }).catch(onError)
    await events.emit('knockEnded', { userId: toId, senderId: knock.userId })
  }
}
