import type { Conversation, Searching } from '#schema/chat.ts'
import { type Builder, memberOf } from './builder.ts'
import type { ChatTypes } from './chat.ts'

/** Asked again every few seconds while one searches, as the REST call is. */
export function addMatching(builder: Builder, { conversation }: ChatTypes) {
  const result = builder.objectRef<Conversation | Searching>('MatchResult').implement({
    description: 'The state of a search.',
    fields: (t) => ({
      conversation: t.field({
        type: conversation,
        nullable: true,
        description: 'The conversation with the match. Null while the search continues.',
        resolve: (found) => ('id' in found ? found : null),
      }),
      waitingSeconds: t.int({
        nullable: true,
        description: 'How long the caller has been waiting, in seconds. Null once there is a match.',
        resolve: (found) => ('id' in found ? null : found.waitingSeconds),
      }),
    }),
  })

  builder.mutationFields((t) => ({
    findMatch: t.field({
      type: result,
      description:
        'Starts or continues the search for a partner. Call it every few seconds while it continues.',
      resolve: (_, __, context) =>
        context.rooms.search.find({ ...memberOf(context), proven: context.proven }),
    }),
    cancelSearch: t.boolean({
      description: 'Ends the search of the caller.',
      async resolve(_, __, context) {
        await context.rooms.search.cancel(memberOf(context).id)
        return true
      },
    }),
  }))
}
