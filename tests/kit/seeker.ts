import type { Poll, Reading, Seeker, Ticket } from '#server/domains/matching/index.ts'

/** A poll of a member who has not cancelled before. */
export const NEW_POLL: Poll = { mark: null, searchId: null }

/** An arrival that only waits, without a search. */
export const NO_PLACES: Reading = { queues: [], seenSince: 0 }

/** Reads these places of one queue. The waiting time of its members does not matter. */
export const placesOf = (name: string, from: number, take: number): Reading => ({
  queues: [{ name, from, take, limit: null, interest: null }],
  seenSince: 0,
})

/** A ticket of a member who only looks: it is in no queue. */
export const anOnlooker = (changes: Partial<Ticket> = {}): Ticket => ({
  ...aSeeker('onlooker', { interests: [] }),
  ticketId: 'looks',
  waitingSince: 0,
  lastSeen: 0,
  ...changes,
})

export const aSeeker = (userId: string, changes: Partial<Seeker> = {}): Seeker => ({
  userId,
  interests: ['jazz', 'chess'],
  gender: 'Female',
  genderFilter: null,
  lookingFor: ['Friendship'],
  languages: ['en'],
  learning: [],
  age: 30,
  minPartnerAge: null,
  maxPartnerAge: null,
  premium: false,
  blockedIds: [],
  ...changes,
})

/** For matching without streams: no member is connected. */
export const noStreams = async (): Promise<ReadonlySet<string>> => new Set()
