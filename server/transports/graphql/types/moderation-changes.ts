import { Repeater } from '@repeaterjs/repeater'
import * as z from 'zod'
import { MODERATION_CHANGES } from '#server/events.ts'
import { createBoundedPush } from '#server/transports/graphql/bounded-push.ts'
import { type GraphqlContext, memberOf } from '#server/transports/graphql/builder.ts'
import type { EnumValues } from '#server/transports/graphql/enum-values.ts'

export const CHANGES = {
  REPORT_ARRIVED: { value: 'REPORT_ARRIVED', description: 'A report was made, or one was added to.' },
  REPORT_DECIDED: { value: 'REPORT_DECIDED', description: 'Reports were decided.' },
  REPORT_CLAIMED: { value: 'REPORT_CLAIMED', description: 'A moderator looks at a report.' },
  REPORT_RELEASED: { value: 'REPORT_RELEASED', description: 'A moderator no longer looks at a report.' },
  APPEAL_ARRIVED: { value: 'APPEAL_ARRIVED', description: 'An appeal was made.' },
  APPEAL_DECIDED: { value: 'APPEAL_DECIDED', description: 'An appeal was decided.' },
  MESSAGE_HELD: { value: 'MESSAGE_HELD', description: 'The filter held a message back.' },
  MESSAGE_DECIDED: { value: 'MESSAGE_DECIDED', description: 'A held message was released or refused.' },
  NOTES_CHANGED: { value: 'NOTES_CHANGED', description: 'An internal note was added or removed.' },
  RESYNC: {
    value: 'RESYNC',
    description: 'Changes may have been missed. Read the lists again.',
  },
} as const satisfies EnumValues<ChangeKind>

type ChangeKind = (typeof MODERATION_CHANGES)[number] | 'RESYNC'

const change = z.object({
  kind: z.enum(MODERATION_CHANGES),
  ids: z.array(z.string()),
  subjectId: z.string(),
  actorId: z.string().nullable(),
})

export interface Change {
  kind: ChangeKind
  ids: readonly string[]
  actorId: string | null
}

const RESYNC: Change = { kind: 'RESYNC', ids: [], actorId: null }
/** Changes for a reader that is behind. One that is disconnected reads the lists again when it is back. */
const MAX_WAITING = 256

/**
 * Returns what happens in the console, until the session ends. A change about the reader is left out: moderators do not
 * hear of reports about themselves. @throws ApiError RATE_LIMITED
 */
export async function moderationChanges(context: GraphqlContext): Promise<AsyncIterable<Change>> {
  const { id, sessionKey } = memberOf(context)
  const { live, revalidate } = context
  await context.admitStream(id)
  return new Repeater<Change>(async (push, stop) => {
    const outgoing = createBoundedPush(push, stop, MAX_WAITING)
    // Ends with the session, as every stream of the member does.
    const sink = { send: () => undefined, close: () => stop() }
    const connection = await live.connect(id, { after: null, sessionKey }, sink)
    try {
      const leave = await live.topics.listen('moderation', (data) => {
        const read = data === null ? null : change.safeParse(JSON.parse(data)).data
        if (data === null) outgoing.push(RESYNC)
        // A kind that only a newer node knows is left out too.
        else if (read && read.subjectId !== id) outgoing.push(read, data.length)
      })
      try {
        await revalidate({ userId: id, sessionKey })
        // What happened before the topic was listened to is read from the lists.
        outgoing.push(RESYNC)
        await stop
      } finally {
        leave()
      }
    } finally {
      connection.close()
    }
  })
}
