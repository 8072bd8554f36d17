import type { Seeker } from '#server/matching/index.ts'

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
