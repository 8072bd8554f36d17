import * as z from 'zod'
import { declineKnockModel, knockEventModel, knockModel } from '#schema/knocks.fields.ts'
import { declineKnock, type Knock, type KnockEvent } from '#schema/knocks.ts'
import { LIMITS } from '#schema/limits.ts'
import { validate } from '#server/platform/validate.ts'
import { type Builder, memberOf } from '#server/transports/graphql/builder.ts'
import { modelFields } from '#server/transports/graphql/model-fields.ts'
import type { ChatTypes } from './chat.ts'
import type { PersonEnums } from './person-enums.ts'

const byId = z.object({ id: z.uuid('Not an id') })
const byUserId = z.object({ userId: z.uuid('Not an id') })

/** Members who would like to talk, and the answers to them. */
export function addKnocks(
  builder: Builder,
  enums: Pick<PersonEnums, 'gender'>,
  { conversation }: Pick<ChatTypes, 'conversation'>,
) {
  addKnockQueries(builder, { knock: addKnock(builder, enums), refused: addRefusedMember(builder) })
  addAnswers(builder, conversation)
  return { knockEvent: addKnockEvent(builder, enums) }
}

export type KnockTypes = ReturnType<typeof addKnocks>

const addKnock = (builder: Builder, { gender }: Pick<PersonEnums, 'gender'>) =>
  builder.objectRef<Knock>('Knock').implement({
    description: knockModel.description,
    fields: (t) => modelFields(t, knockModel, { types: { gender } }),
  })

const addKnockEvent = (builder: Builder, { gender }: Pick<PersonEnums, 'gender'>) =>
  builder.objectRef<KnockEvent>('KnockEvent').implement({
    description: knockEventModel.description,
    fields: (t) => modelFields(t, knockEventModel, { types: { gender } }),
  })

const addRefusedMember = (builder: Builder) =>
  builder.objectRef<{ id: string; displayName: string; since: Date }>('RefusedMember').implement({
    description: 'A member whose knocks the caller does not want to see.',
    fields: (t) => ({
      id: t.exposeID('id'),
      displayName: t.exposeString('displayName'),
      since: t.expose('since', { type: 'DateTime', description: 'When the caller refused the member.' }),
    }),
  })

function addKnockQueries(
  builder: Builder,
  { knock, refused }: { knock: ReturnType<typeof addKnock>; refused: ReturnType<typeof addRefusedMember> },
) {
  builder.queryFields((t) => ({
    knocks: t.field({
      type: [knock],
      description: `The knocks that wait for the caller, the newest first, at most ${LIMITS.waitingKnocks}.`,
      resolve: (_, __, context) => context.domains.chat.knocks.list(memberOf(context).id),
    }),
    refusedKnocks: t.field({
      type: [refused],
      description: 'The members whose knocks the caller does not want to see, a hundred at most.',
      resolve: (_, __, context) => context.domains.chat.knocks.refused(memberOf(context).id),
    }),
  }))
}

function addAnswers(builder: Builder, conversation: ChatTypes['conversation']) {
  builder.mutationFields((t) => ({
    acceptKnock: t.field({
      type: conversation,
      description: 'Opens the conversation of a knock, and returns it.',
      args: { id: t.arg.id() },
      resolve: (_, args, context) =>
        context.domains.search.acceptKnock(memberOf(context), validate(byId, args).id),
    }),
    declineKnock: t.boolean({
      description: 'Declines a knock. The sender learns nothing.',
      args: {
        id: t.arg.id(),
        forever: t.arg.boolean({
          defaultValue: false,
          description: declineKnockModel.fields.forever,
        }),
      },
      async resolve(_, args, context) {
        const { id, forever } = validate(declineKnock.extend(byId.shape), args)
        await context.domains.chat.knocks.decline(memberOf(context).id, id, forever)
        return true
      },
    }),
    allowKnocks: t.boolean({
      description: 'Shows the knocks of a member again.',
      args: { userId: t.arg.id() },
      async resolve(_, args, context) {
        const { userId } = validate(byUserId, args)
        await context.domains.chat.knocks.allow(memberOf(context).id, userId)
        return true
      },
    }),
  }))
}
