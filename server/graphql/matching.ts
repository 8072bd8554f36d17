import type { Conversation, Searching } from '#schema/chat.ts'
import { type Builder, memberOf } from './builder.ts'
import type { ChatTypes } from './chat.ts'

/** Asked again every few seconds while one searches, as the REST call is. */
export function addMatching(builder: Builder, { conversation }: ChatTypes) {
  const result = builder.objectRef<Conversation | Searching>('MatchResult').implement({
    fields: (t) => ({
      /** Null while the search goes on. */
      conversation: t.field({
        type: conversation,
        nullable: true,
        resolve: (found) => ('id' in found ? found : null),
      }),
      waitingSeconds: t.int({
        nullable: true,
        resolve: (found) => ('id' in found ? null : found.waitingSeconds),
      }),
    }),
  })

  builder.mutationFields((t) => ({
    findMatch: t.field({
      type: result,
      resolve: (_, __, context) =>
        context.rooms.search.find({ ...memberOf(context), proven: context.proven }),
    }),
    cancelSearch: t.boolean({
      async resolve(_, __, context) {
        await context.rooms.search.cancel(memberOf(context).id)
        return true
      },
    }),
  }))
}
