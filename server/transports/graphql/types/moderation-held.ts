import * as z from 'zod'
import { validate } from '#server/platform/validate.ts'
import { type Builder, memberOf } from '#server/transports/graphql/builder.ts'

const byId = z.object({ id: z.uuid('Not an id') })
const authScopes = { moderator: true }

/** The decisions about held messages. */
export function addHeldDecisions(builder: Builder) {
  builder.mutationFields((t) => ({
    decideHeldMessage: t.boolean({
      authScopes,
      description: 'Releases or refuses a held message.',
      args: {
        id: t.arg.id({ description: 'The id of the held message.' }),
        release: t.arg.boolean({ description: 'Whether to release the message.' }),
      },
      async resolve(_, { id, release }, context) {
        await context.domains.moderationQueues.heldMessages.decide(
          memberOf(context),
          validate(byId, { id }).id,
          release,
        )
        return true
      },
    }),
    decideHeldMessagesOf: t.idList({
      authScopes,
      description:
        'Releases or refuses the waiting messages of one sender, the oldest 100 at most. Returns the ids of the messages that it decided.',
      args: {
        senderId: t.arg.id({ description: 'The id of the sender.' }),
        release: t.arg.boolean({ description: 'Whether to release the messages.' }),
      },
      resolve: (_, { senderId, release }, context) =>
        context.domains.moderationQueues.heldMessages.decideOfSender(
          memberOf(context),
          validate(byId, { id: senderId }).id,
          release,
        ),
    }),
  }))
}
