export const GENDERS = ['Male', 'Female', 'Transgender'] as const
export type Gender = (typeof GENDERS)[number]

export const LOOKING_FOR = [
  'Friendship',
  'Dating',
  'Serious Relationship',
  'Networking',
  'Casual Chat',
] as const
export type LookingFor = (typeof LOOKING_FOR)[number]

/** The gender filter of premium members. 'All' in the interface means no filter. */
export const GENDER_FILTERS = ['male', 'female', 'transgender'] as const
export type GenderFilter = (typeof GENDER_FILTERS)[number]

export const ROLES = ['MEMBER', 'MODERATOR', 'ADMIN'] as const
export type Role = (typeof ROLES)[number]

export const GENDER_OF_FILTER: Record<GenderFilter, Gender> = {
  male: 'Male',
  female: 'Female',
  transgender: 'Transgender',
}
