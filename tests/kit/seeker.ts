import type { Poll, Seeker } from '#server/domains/matching/index.ts'

/** A poll of a member who has not cancelled before. */
export const NEW_POLL: Poll = { mark: null, searchId: null }

export const aSeeker = (userId: string, changes: Partial<Seeker> = {}): Seeker => ({
  userId,
  interests: ['jazz', 'chess'],
  gender: 'Female',
  genderFilter: null,
  lookingFor: ['Friendship'],
  age: 30,
  premium: false,
  blockedIds: [],
  ...changes,
})
