import { type Builder, loadersOf } from '#server/transports/graphql/builder.ts'
import type { ModerationTypes } from './moderation-types.ts'
import type { PersonEnums } from './person-enums.ts'

/** Also on the fields themselves: a later field for members may return one of these types. */
const authScopes = { moderator: true }

/** The interface languages of the authors that moderators read. */
export function addModerationLanguages(
  builder: Builder,
  { person, evidence, detail }: ModerationTypes,
  language: PersonEnums['language'],
) {
  builder.objectField(person, 'language', (t) =>
    t.field({
      type: language,
      nullable: true,
      authScopes,
      description: 'The language of the interface for the member. Null for an erased account.',
      resolve: ({ id }, _, context) => loadersOf(context).languageOf(id),
    }),
  )
  builder.objectField(evidence, 'language', (t) =>
    t.field({
      type: language,
      nullable: true,
      authScopes,
      description: 'The language of the interface for the sender. Null for an erased account.',
      resolve: ({ senderId }, _, context) => loadersOf(context).languageOf(senderId),
    }),
  )
  builder.objectField(detail, 'language', (t) =>
    t.field({
      type: language,
      nullable: true,
      authScopes,
      description: 'The language of the interface for the member. Null for an erased account.',
      resolve: ({ user }, _, context) => loadersOf(context).languageOf(user.id),
    }),
  )
}
