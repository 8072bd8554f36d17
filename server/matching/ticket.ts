import type { Gender, LookingFor } from '#schema/enums.ts'

/** What matching needs to know of somebody who looks for a conversation. */
export interface Seeker {
  userId: string
  interests: readonly string[]
  gender: Gender
  /** A premium member's; null accepts everybody. */
  genderFilter: Gender | null
  lookingFor: readonly LookingFor[]
  age: number
  premium: boolean
  /** Everyone this person blocked or was blocked by. */
  blockedIds: readonly string[]
}

export interface Ticket extends Seeker {
  /** New for every search, so that a claim never takes a later search for an earlier one. */
  ticketId: string
  waitingSince: number
  lastSeen: number
}

/** Two people who found each other, until their conversation is known to both. */
export interface SettledPair {
  pairId: string
  a: Ticket
  b: Ticket
}

export const partnerIn = ({ a, b }: SettledPair, userId: string) =>
  a.userId === userId ? b.userId : a.userId

const fold = (interest: string) => interest.normalize('NFKC').trim().toLocaleLowerCase()

/** The same interest however it is written. */
export const foldInterests = (interests: readonly string[]) => [...new Set(interests.map(fold))]

const GENDERS: readonly Gender[] = ['Male', 'Female', 'Transgender']
const topicsOf = ({ interests, lookingFor }: Seeker) => [
  ...interests.map((interest) => `interest:${interest}`),
  ...lookingFor.map((choice) => `looking:${choice}`),
  'anyone',
]

const queueName = (topic: string, gender: Gender, accepts: Gender | null) =>
  `${topic}:${gender}:${accepts ?? 'all'}`

/**
 * The queues a ticket stands in. There is one for each topic, gender and filter, so that whoever stands in the queues
 * one looks into fits both people's gender filters already.
 */
export const queuesOf = (ticket: Seeker) =>
  topicsOf(ticket).map((topic) => queueName(topic, ticket.gender, ticket.genderFilter))

export interface QueueToSearch {
  name: string
  /** How many from its head, the longest waiting first. */
  take: number
}

/** Bounded by the number of topics, never by how many wait. */
export function queuesToSearch(seeker: Seeker): QueueToSearch[] {
  const genders = seeker.genderFilter ? [seeker.genderFilter] : GENDERS
  return topicsOf(seeker).flatMap((topic) => {
    const take = topic.startsWith('interest:') ? 4 : 2
    return genders.flatMap((gender) =>
      [null, seeker.gender].map((accepts) => ({ name: queueName(topic, gender, accepts), take })),
    )
  })
}
