import type { Gender, LookingFor } from '#schema/enums.ts'
import { interestKey } from '#schema/interests.ts'
import { LAST_STAGE, STAGE_OF_LOOKING_FOR, STAGE_OF_SHARED_INTEREST } from './relaxation.ts'

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

/** Two members of whom one started a chat with the other from a list. */
export interface StartedPair {
  pairId: string
  starterId: string
  partnerId: string
}

/** What a member who searches is told instead of being matched. */
export type Settled = SettledPair | StartedPair

export const isStarted = (pair: Settled): pair is StartedPair => 'starterId' in pair

export const membersOf = (pair: Settled): [string, string] =>
  isStarted(pair) ? [pair.starterId, pair.partnerId] : [pair.a.userId, pair.b.userId]

export function partnerIn(pair: Settled, userId: string): string {
  const [first, second] = membersOf(pair)
  return first === userId ? second : first
}

/** The same interest however it is written. */
export const foldInterests = (interests: readonly string[]) => [...new Set(interests.map(interestKey))]

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
  /** The stage of `STAGES` from which everyone in this queue is similar enough. */
  stage: number
  /** Whether members in this queue may be similar enough at any stage. */
  mayBeStrong: boolean
  /** The range of places to read, the longest waiting first. */
  from: number
  take: number
}

/** Bounded by the number of topics, never by how many wait. */
export function queuesToSearch(seeker: Seeker): QueueToSearch[] {
  const genders = seeker.genderFilter ? [seeker.genderFilter] : GENDERS
  return topicsOf(seeker).flatMap((topic) => {
    const place = topic.startsWith('interest:')
      ? { stage: STAGE_OF_SHARED_INTEREST, mayBeStrong: true, from: 0, take: 4 }
      : {
          stage: topic === 'anyone' ? LAST_STAGE : STAGE_OF_LOOKING_FOR,
          mayBeStrong: false,
          from: 0,
          take: 2,
        }
    return genders.flatMap((gender) =>
      [null, seeker.gender].map((accepts) => ({ name: queueName(topic, gender, accepts), ...place })),
    )
  })
}
