import * as z from 'zod'
import { keptChangeModel, keptModel, keptUpdateModel } from '#schema/kept.fields.ts'
import { type KeepState, type Kept, type KeptChange, type KeptPage, keptUpdate } from '#schema/kept.ts'
import { LIMITS } from '#schema/limits.ts'
import { OPERATION_TEXTS } from '#schema/operations.fields.ts'
import { validate } from '#server/platform/validate.ts'
import { type Builder, memberOf } from '#server/transports/graphql/builder.ts'
import type { EnumValues } from '#server/transports/graphql/enum-values.ts'
import { modelFields } from '#server/transports/graphql/model-fields.ts'
import type { PersonEnums } from './person-enums.ts'

const STATES = {
  NO: { value: 'NO', description: 'The caller did not ask to keep in touch.' },
  ASKED: { value: 'ASKED', description: 'The caller asked to, and the partner does not know.' },
  KEPT: { value: 'KEPT', description: 'Both asked to, and keep in touch.' },
} as const satisfies EnumValues<KeepState>

const uuid = z.uuid('Not an id')
const idOf = (value: unknown) => validate(z.object({ id: uuid }), { id: value }).id

/** A page of this size is returned, as by REST without a size. */
const size = LIMITS.maxPageSize
const pageOf = (value: unknown) =>
  validate(z.object({ pageNumber: z.number().int().min(0).max(1_000_000) }), { pageNumber: value }).pageNumber

export const addKeepState = (builder: Builder) =>
  builder.enumType('KeepState', {
    description: 'Whether a member keeps in touch with the partner, as that member sees it.',
    values: STATES,
  })

/** Adds the members whom a member keeps in touch with. */
export function addKeeping(builder: Builder, enums: Pick<PersonEnums, 'gender'>) {
  const kept = addKept(builder, enums)
  addKeptQuery(builder, addKeptPage(builder, kept))
  addWishes(builder)
  addKeptChanges(builder, kept)
  return { keptChange: addKeptChange(builder, enums) }
}

export type KeepingTypes = ReturnType<typeof addKeeping>

const addKept = (builder: Builder, { gender }: Pick<PersonEnums, 'gender'>) =>
  builder.objectRef<Kept>('Kept').implement({
    description: keptModel.description,
    fields: (t) => ({
      ...modelFields(t, keptModel, { omit: ['online'], types: { gender } }),
      online: t.exposeBoolean('online', { nullable: true, description: keptModel.fields.online }),
    }),
  })

const addKeptChange = (builder: Builder, { gender }: Pick<PersonEnums, 'gender'>) =>
  builder.objectRef<KeptChange>('KeptChange').implement({
    description: keptChangeModel.description,
    fields: (t) => ({
      ...modelFields(t, keptChangeModel, { omit: ['online'], types: { gender } }),
      online: t.exposeBoolean('online', { nullable: true, description: keptModel.fields.online }),
    }),
  })

const addKeptPage = (builder: Builder, kept: ReturnType<typeof addKept>) =>
  builder.objectRef<KeptPage>('KeptPage').implement({
    description: 'One page of the members whom the caller keeps in touch with.',
    fields: (t) => ({
      nodes: t.field({
        type: [kept],
        description: 'The kept members on this page.',
        resolve: ({ elements }) => elements,
      }),
      hasNextPage: t.boolean({
        description: 'Whether there is a page after this one.',
        resolve: ({ last }) => !last,
      }),
    }),
  })

function addKeptQuery(builder: Builder, keptPage: ReturnType<typeof addKeptPage>) {
  builder.queryFields((t) => ({
    kept: t.field({
      type: keptPage,
      description: `${OPERATION_TEXTS.listKept} A page has ${size}.`,
      args: {
        pageNumber: t.arg.int({ defaultValue: 0, description: 'The number of the page; the first is 0.' }),
      },
      resolve: (_, { pageNumber }, context) =>
        context.domains.keeping.list(memberOf(context).id, { pageNumber: pageOf(pageNumber), size }),
    }),
  }))
}

function addWishes(builder: Builder) {
  builder.mutationFields((t) => {
    const args = { conversationId: t.arg.id() }
    return {
      askToKeep: t.boolean({
        description: OPERATION_TEXTS.askToKeep,
        args,
        async resolve(_, { conversationId }, context) {
          await context.domains.keeping.ask(memberOf(context), idOf(conversationId))
          return true
        },
      }),
      takeBackKeep: t.boolean({
        description: OPERATION_TEXTS.takeBackKeep,
        args,
        async resolve(_, { conversationId }, context) {
          await context.domains.keeping.takeBack(memberOf(context).id, idOf(conversationId))
          return true
        },
      }),
    }
  })
}

function addKeptChanges(builder: Builder, kept: ReturnType<typeof addKept>) {
  builder.mutationFields((t) => {
    const userId = t.arg.id()
    return {
      updateKept: t.field({
        type: kept,
        description: `${OPERATION_TEXTS.updateKept} What is left out stays.`,
        args: {
          userId,
          note: t.arg.string({ required: false, description: keptUpdateModel.fields.note }),
          hidesPresence: t.arg.boolean({
            required: false,
            description: keptUpdateModel.fields.hidesPresence,
          }),
        },
        resolve: (_, { userId: id, hidesPresence, ...note }, context) =>
          context.domains.keeping.update(
            memberOf(context).id,
            idOf(id),
            validate(keptUpdate, { ...note, hidesPresence: hidesPresence ?? undefined }),
          ),
      }),
      letGo: t.boolean({
        description: OPERATION_TEXTS.letGo,
        args: { userId },
        async resolve(_, { userId: id }, context) {
          await context.domains.keeping.letGo(memberOf(context).id, idOf(id))
          return true
        },
      }),
    }
  })
}
