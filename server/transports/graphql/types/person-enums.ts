import type { Gender, GenderFilter, LookingFor, Role } from '#schema/enums.ts'
import type { Language } from '#schema/languages.ts'
import type { Builder } from '#server/transports/graphql/builder.ts'
import type { EnumValues } from '#server/transports/graphql/enum-values.ts'

const GENDERS = {
  MALE: { value: 'Male' },
  FEMALE: { value: 'Female' },
  TRANSGENDER: { value: 'Transgender' },
} as const satisfies EnumValues<Gender>

const GENDER_FILTERS = {
  MALE: { value: 'male', description: 'Male members alone.' },
  FEMALE: { value: 'female', description: 'Female members alone.' },
  TRANSGENDER: { value: 'transgender', description: 'Transgender members alone.' },
} as const satisfies EnumValues<GenderFilter>

const LOOKING_FOR = {
  FRIENDSHIP: { value: 'Friendship' },
  DATING: { value: 'Dating' },
  SERIOUS_RELATIONSHIP: { value: 'Serious Relationship' },
  NETWORKING: { value: 'Networking', description: 'Professional contacts.' },
  CASUAL_CHAT: { value: 'Casual Chat' },
} as const satisfies EnumValues<LookingFor>

const ROLES = {
  MEMBER: { value: 'MEMBER', description: 'A member without staff permissions.' },
  MODERATOR: { value: 'MODERATOR', description: 'Handles reports, appeals and held messages.' },
  ADMIN: { value: 'ADMIN', description: 'Has the permissions of a moderator and manages the service.' },
} as const satisfies EnumValues<Role>

const LANGUAGES = {
  EN: { value: 'en', description: 'English.' },
  HI: { value: 'hi', description: 'Hindi.' },
  ES: { value: 'es', description: 'Spanish.' },
  PT_BR: { value: 'pt-BR', description: 'Portuguese of Brazil.' },
  FR: { value: 'fr', description: 'French.' },
  DE: { value: 'de', description: 'German.' },
  ID: { value: 'id', description: 'Indonesian.' },
  TR: { value: 'tr', description: 'Turkish.' },
  RU: { value: 'ru', description: 'Russian.' },
  AR: { value: 'ar', description: 'Arabic.' },
  JA: { value: 'ja', description: 'Japanese.' },
  ZH_HANS: { value: 'zh-Hans', description: 'Chinese in simplified characters.' },
} as const satisfies EnumValues<Language>

/** The enums of people. Each maps a name in capitals to the value that the contract of REST has. */
export function addPersonEnums(builder: Builder) {
  return {
    gender: builder.enumType('Gender', {
      description: 'What a member says about their gender.',
      values: GENDERS,
    }),
    genderFilter: builder.enumType('GenderFilter', {
      description: 'Restricts a search to one gender.',
      values: GENDER_FILTERS,
    }),
    lookingFor: builder.enumType('LookingFor', {
      description: 'What a member is looking for.',
      values: LOOKING_FOR,
    }),
    role: builder.enumType('Role', { description: 'What an account may do.', values: ROLES }),
    language: builder.enumType('Language', {
      description: 'A language of the interface, of mails and of notifications.',
      values: LANGUAGES,
    }),
  }
}

export type PersonEnums = ReturnType<typeof addPersonEnums>
