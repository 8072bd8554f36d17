import { knockEventModel } from '#schema/knocks.fields.ts'
import type { KnockEvent } from '#schema/knocks.ts'
import type { Builder } from '#server/transports/graphql/builder.ts'
import { modelFields } from '#server/transports/graphql/model-fields.ts'
import type { PersonEnums } from './person-enums.ts'

export function addKnocks(builder: Builder, enums: Pick<PersonEnums, 'gender'>) {
  return { knockEvent: addKnockEvent(builder, enums) }
}

export type KnockTypes = ReturnType<typeof addKnocks>

const addKnockEvent = (builder: Builder, { gender }: Pick<PersonEnums, 'gender'>) =>
  builder.objectRef<KnockEvent>('KnockEvent').implement({
    description: knockEventModel.description,
    fields: (t) => modelFields(t, knockEventModel, { types: { gender } }),
  })
