import * as z from 'zod'
import { validate } from '#server/platform/validate.ts'
import { type Builder, memberOf } from '#server/transports/graphql/builder.ts'

const byId = z.object({ id: z.uuid('Not an id') })
const authScopes = { moderator: true }
const RELEASE =
  'True sends the text to the partner if both are still in the conversation; false refuses it for good.'

/** The decisions about held messages. */
export function addHeldDecisions(builder: Builder) {
  builder.mutationFields((t) => ({
    decideHeldMessage: t.boolean({
      authScopes,
      description: 'Releases or refuses a held message.',
      args: {
        id: t.arg.id(),
        release: t.arg.boolean({ description: RELEASE }),
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
        senderId: t.arg.id(),
        release: t.arg.boolean({ description: RELEASE }),
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
