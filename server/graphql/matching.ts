import * as z from 'zod'
import { type Conversation, type Searching, searchId } from '#schema/chat.ts'
import { type Builder, memberOf } from './builder.ts'
import type { ChatTypes } from './chat.ts'
import { accept } from './input.ts'

const searchArguments = z.object({ searchId: searchId.nullish() })
const searchIdOf = (args: { searchId?: unknown }) => accept(searchArguments, args).searchId ?? null

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
      args: {
        /** The client's own name for this search, to cancel it by. */
        searchId: t.arg.id({ required: false }),
      },
      resolve: (_, args, context) =>
        context.rooms.search.find({ ...memberOf(context), proven: context.proven }, searchIdOf(args)),
    }),
    cancelSearch: t.boolean({
      args: {
        /** Polls of this search that arrive later change nothing. */
        searchId: t.arg.id({ required: false }),
      },
      async resolve(_, args, context) {
        await context.rooms.search.cancel(memberOf(context).id, searchIdOf(args))
        return true
      },
    }),
  }))
}
