import type { Gender, LookingFor } from '#schema/enums.ts'
import { EXCHANGE_AFTER, reachedSince, STAGE_OF_ANYONE, STAGE_OF_LOOKING_FOR } from './relaxation.ts'

/** A member who searches, as matching needs to know them. */
export interface Seeker {
  userId: string
  interests: readonly string[]
  gender: Gender
  /** For premium members; null accepts every gender. */
  genderFilter: Gender | null
  lookingFor: readonly LookingFor[]
  /** ISO 639 codes. Empty in tickets that older nodes wrote: their languages are not known. */
  languages: readonly string[]
  /** The languages to learn in an exchange. Empty: the search is for none, as in tickets that older nodes wrote. */
  learning: readonly string[]
  age: number
  /** The ages that the member accepts. Null: no such limit, as in tickets that older nodes wrote. */
  minPartnerAge: number | null
  maxPartnerAge: number | null
  premium: boolean
  /** The members whom this member blocked or was blocked by. */
  blockedIds: readonly string[]
  /** The id of the running evening that the search is within. Older nodes' tickets have none. */
  evening?: string | null
}

export interface Ticket extends Seeker {
  /** New for every search: a claim never takes a later search for an earlier one. */
  ticketId: string
  waitingSince: number
  lastSeen: number
  /** Until when the search goes on without polls, because the member will be rung. */
  ringUntil?: number | undefined
}

/** A ticket as the search of another member reads it. `lastSeen`: until when its member counts as present. */
export type CandidateTicket = Omit<Ticket, 'blockedIds' | 'ringUntil'>

/** Returns until when the member counts as present: those who will be rung do without polls. */
export const presentUntil = ({ lastSeen, ringUntil = 0 }: Pick<Ticket, 'lastSeen' | 'ringUntil'>) =>
  Math.max(lastSeen, ringUntil)

export type TicketRef = Pick<Ticket, 'userId' | 'ticketId'>

export const refOf = ({ userId, ticketId }: TicketRef): TicketRef => ({ userId, ticketId })

/** Two matched members, kept until both know their conversation. */
export interface SettledPair {
  pairId: string
  /** Both searched for an exchange of languages, and found one. */
  exchange?: true | undefined
  a: TicketRef
  b: TicketRef
  /** The evening that both searched within. */
  evening?: string | undefined
  until?: never
}

/** Two members who were found for each other and have to come by `until`. Nothing is settled until both have. */
export interface RingingPair extends Omit<SettledPair, 'until'> {
  until: number
}

/** Two members, one of whom started a chat from a list. */
export interface StartedPair {
  pairId: string
  starterId: string
  partnerId: string
}

/** A pair that the poll of its members returns. */
export type Settled = SettledPair | StartedPair

/** What is kept for a member outside of the queues. */
export type Held = Settled | RingingPair

/** Returns the pair as it is settled once both came. */
export const settledPairOf = ({ until: _, ...pair }: RingingPair): SettledPair => pair

export const isRinging = (pair: Held): pair is RingingPair => 'until' in pair && pair.until !== undefined
export const isStarted = (pair: Held): pair is StartedPair => 'starterId' in pair

export const membersOf = (pair: Held): [string, string] =>
  isStarted(pair) ? [pair.starterId, pair.partnerId] : [pair.a.userId, pair.b.userId]

export function partnerIn(pair: Held, userId: string): string {
  const [first, second] = membersOf(pair)
  return first === userId ? second : first
}

const GENDERS: readonly Gender[] = ['Male', 'Female', 'Transgender']
const interestTopic = (interest: string) => `interest:${interest}`
const lookingTopic = (choice: LookingFor) => `looking:${choice}`
const ANYONE = 'anyone'
const eveningTopics = ({ evening }: Pick<Seeker, 'evening'>) => (evening ? [`evening:${evening}`] : [])
const EXCHANGE = 'exchange'
const exchangeTopic = (speaks: string, learns: string) => `${EXCHANGE}:${speaks}:${learns}`

/** The topics of an exchange: of everyone who searches for one, and of each language spoken with each one learned. */
const exchangeTopics = ({ languages, learning }: Seeker) =>
  learning.length === 0
    ? []
    : [EXCHANGE, ...languages.flatMap((speaks) => learning.map((learns) => exchangeTopic(speaks, learns)))]

const queueName = (topic: string, gender: Gender, accepts: Gender | null) =>
  `${topic}:${gender}:${accepts ?? 'all'}`

/**
 * Returns the queues of a ticket. There is one for each topic, gender and filter, so every member in the queues that a
 * search reads passes the gender filters of both sides.
 */
export const queuesOf = (ticket: Seeker) =>
  [
    ...eveningTopics(ticket),
    ...ticket.interests.map(interestTopic),
    ...ticket.lookingFor.map(lookingTopic),
    ANYONE,
    ...exchangeTopics(ticket),
  ].map((topic) => queueName(topic, ticket.gender, ticket.genderFilter))

/** A range of places in a queue, the longest waiting first. */
export interface QueueToSearch {
  name: string
  from: number
  take: number
  /**
   * Null: everyone in the queue may be similar enough. Otherwise only after a wait: everyone, if the searching member
   * waits since `own` or earlier; if not, those who wait since `other` or earlier.
   */
  limit: { own: number; other: number } | null
  /** The interest that every member of the queue has; null without one. */
  interest: string | null
}

/** Returns the queues that a search reads. Their number depends on the topics, never on the number of waiting tickets. */
export function queuesToSearch(seeker: Seeker, now: number): QueueToSearch[] {
  const genders = seeker.genderFilter ? [seeker.genderFilter] : GENDERS
  const reachedAt = (stage: number) => ({
    own: reachedSince(stage, seeker, now),
    other: reachedSince(stage, { premium: true }, now),
  })
  const shared = { from: 0, take: 4, limit: null }
  const afterWaiting = (stage: number) => ({ from: 0, take: 2, limit: reachedAt(stage), interest: null })
  const topics = [
    ...eveningTopics(seeker).map((topic) => ({ topic, place: { ...shared, interest: null } })),
    ...seeker.interests.map((interest) => ({
      topic: interestTopic(interest),
      place: { ...shared, interest },
    })),
    ...seeker.lookingFor.map((choice) => ({
      topic: lookingTopic(choice),
      place: afterWaiting(STAGE_OF_LOOKING_FOR),
    })),
    { topic: ANYONE, place: afterWaiting(STAGE_OF_ANYONE) },
  ]
  return withExchange(topics, seeker, now).flatMap(({ topic, place }) =>
    genders.flatMap((gender) =>
      [null, seeker.gender].map((accepts) => ({ name: queueName(topic, gender, accepts), ...place })),
    ),
  )
}

interface Topic {
  topic: string
  place: Omit<QueueToSearch, 'name'>
}

/** Earlier than every ticket: only the wait of the searching member opens the queue. */
const NO_ONE = -1

/** Returns the topics of a search for an exchange: those of the exchange, and the others after its wait for one. */
function withExchange(
  topics: readonly Topic[],
  { languages, learning }: Seeker,
  now: number,
): readonly Topic[] {
  if (learning.length === 0) return topics
  const openAfter = (wait: number, own = Number.POSITIVE_INFINITY) => ({
    own: Math.min(own, now - wait),
    other: NO_ONE,
  })
  const head = { from: 0, take: 4, interest: null }
  return [
    ...learning.flatMap((speaks) =>
      languages.map((learns) => ({ topic: exchangeTopic(speaks, learns), place: { ...head, limit: null } })),
    ),
    { topic: EXCHANGE, place: { ...head, limit: openAfter(EXCHANGE_AFTER[1]) } },
    ...topics.map(({ topic, place }) => ({
      topic,
      place: { ...place, limit: openAfter(EXCHANGE_AFTER[0], place.limit?.own) },
    })),
  ]
}
