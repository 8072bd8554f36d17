import { interestBellModel, setInterestBellModel } from '#schema/bells.fields.ts'
import { type InterestBell, setInterestBell } from '#schema/bells.ts'
import { OPERATION_TEXTS } from '#schema/operations.fields.ts'
import { validate } from '#server/platform/validate.ts'
import { type Builder, memberOf } from '#server/transports/graphql/builder.ts'
import { modelArgs, modelFields } from '#server/transports/graphql/model-fields.ts'

/** The bells of the caller, which tell that someone who likes an interest is searching. */
export function addBells(builder: Builder) {
  const bell = builder.objectRef<InterestBell>('InterestBell').implement({
    description: interestBellModel.description,
    fields: (t) => modelFields(t, interestBellModel),
  })
  builder.queryFields((t) => ({
    interestBells: t.field({
      type: [bell],
      description: OPERATION_TEXTS.getInterestBells,
      async resolve(_, __, context) {
        const { bells } = await context.domains.bells.read(memberOf(context))
        return bells
      },
    }),
  }))
  builder.mutationFields((t) => ({
    setInterestBell: t.field({
      type: [bell],
      description: OPERATION_TEXTS.setInterestBell,
      args: modelArgs(t.arg, setInterestBellModel, {}),
      async resolve(_, args, context) {
        const { bells } = await context.domains.bells.set(memberOf(context), validate(setInterestBell, args))
        return bells
      },
    }),
  }))
}
