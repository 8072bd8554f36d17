import * as z from 'zod'
import { GENDERS, LOOKING_FOR } from '#schema/enums.ts'
import type { EndedSearch } from './ended-search.ts'
import {
  type CandidateTicket,
  type Held,
  type QueueToSearch,
  queuesOf,
  type RingingPair,
  type SettledPair,
  type StartedPair,
  type Ticket,
} from './ticket.ts'
import { writeProfile } from './ticket-profile.ts'
import type { Reading } from './ticket-store.ts'

const ticketRef = z.object({ userId: z.string(), ticketId: z.string() })
const pairModel = z.object({
  pairId: z.string(),
  a: ticketRef,
  b: ticketRef,
  evening: z.string().optional(),
  exchange: z.literal(true).optional(),
})
const startedModel = z.object({ pairId: z.string(), starterId: z.string(), partnerId: z.string() })
const ringingModel = pairModel.extend({ until: z.number() })
const heldModel = z.union([ringingModel, pairModel, startedModel])

export const parseHeld = (json: string): Held => heldModel.parse(JSON.parse(json))
export const parseRinging = (json: string): RingingPair => ringingModel.parse(JSON.parse(json))
/** The same pair is always the same text, which lets the store compare pairs. */
export const writePair = (pair: SettledPair) => JSON.stringify(pairModel.parse(pair))
export const writeRinging = (pair: RingingPair) => JSON.stringify(ringingModel.parse(pair))
export const writeStarted = (pair: StartedPair) => JSON.stringify(startedModel.parse(pair))

/** Returns the arguments that describe a ticket in the scripts. JSON holds no line break, which separates the fields. */
export const argumentsOf = (ticket: Ticket) => [
  ticket.userId,
  ticket.lastSeen,
  ticket.waitingSince,
  ticket.ticketId,
  writeProfile(ticket),
  ...[ticket.blockedIds, queuesOf(ticket), ticket.interests].map((list) => JSON.stringify(list)),
]

function check<Value>(value: Value | undefined, isValid = true): Value {
  if (value === undefined || !isValid) throw new TypeError('The stored ticket is not readable.')
  return value
}
const text = (value: unknown) => check(typeof value === 'string' ? value : undefined)
const number = (value: unknown) => check(typeof value === 'number' ? value : undefined)
const listOf = <Item>(value: unknown, item: (value: unknown) => Item) =>
  check(Array.isArray(value) ? value.map(item) : undefined)
const isOf =
  <Choice extends string>(choices: readonly Choice[]) =>
  (value: unknown) =>
    check(choices.find((choice) => choice === value))
const gender = isOf(GENDERS)
const lookingFor = isOf(LOOKING_FOR)
const time = (value: string | undefined) => check(Number(value), Number.isFinite(Number(value)))

/**
 * Reads the first four fields of a stored ticket. Checked by hand: a search reads dozens of tickets, and a schema took
 * most of its time. @throws TypeError for a ticket that this version cannot read
 */
export function parseCandidate(stored: string): CandidateTicket {
  const [seen, since, ticketId, json = ''] = stored.split('\n')
  const profile: unknown = JSON.parse(json)
  const fields: readonly unknown[] = check(Array.isArray(profile) ? profile : undefined)
  return {
    userId: text(fields[0]),
    interests: listOf(fields[1], text),
    gender: gender(fields[2]),
    genderFilter: fields[3] === null ? null : gender(fields[3]),
    lookingFor: listOf(fields[4], lookingFor),
    age: number(fields[5]),
    premium: check(typeof fields[6] === 'boolean' ? fields[6] : undefined),
    // Older nodes write no languages.
    languages: fields[7] === undefined ? [] : listOf(fields[7], text),
    minPartnerAge: fields[8] == null ? null : number(fields[8]),
    maxPartnerAge: fields[9] == null ? null : number(fields[9]),
    ...(fields[10] != null && { evening: text(fields[10]) }),
    // Left out by searches that are for no exchange.
    learning: fields[11] === undefined ? [] : listOf(fields[11], text),
    ticketId: check(ticketId),
    waitingSince: time(since),
    lastSeen: time(seen),
  }
}

/** Reads a whole stored ticket. @throws TypeError for a ticket that this version cannot read */
export function parseTicket(stored: string): Ticket {
  const lines = stored.split('\n')
  const blockedIds: unknown = JSON.parse(check(lines[4]))
  const candidate = parseCandidate(stored)
  const ring = lines[8] ? { lastSeen: time(lines[8]), ringUntil: candidate.lastSeen } : {}
  return { ...candidate, blockedIds: listOf(blockedIds, text), ...ring }
}

/** Returns the arguments for reading ranges of queues. Neighbours with equal ranges share their numbers. */
function argumentsOfQueues(queues: readonly QueueToSearch[], interests: readonly string[]) {
  const groups: { range: (string | number)[]; names: string[] }[] = []
  for (const { name, from, take, limit, interest } of queues) {
    const place = interest === null ? -1 : interests.indexOf(interest)
    const limits = [limit?.own ?? '', limit?.other ?? '', place < 0 ? '' : place + 1]
    const range = [from, take, from + take - 1, ...limits]
    const last = groups.at(-1)
    if (last?.range.join() === range.join()) last.names.push(name)
    else groups.push({ range, names: [name] })
  }
  return groups.flatMap(({ range, names }) => [...range, names.length, ...names])
}

/** Returns the arguments that describe a round of a search. */
export const argumentsOfReading = ({ interests }: Ticket, { queues, seenSince }: Reading) => [
  seenSince,
  JSON.stringify(interests),
  ...argumentsOfQueues(queues, interests),
]

/** Reads an entry of the stream of ended searches. @throws TypeError for an entry that this version cannot read */
export function parseEnded([place, [outcome, stored = '']]: [string, string[]]): EndedSearch {
  const [began, ended, userId, json = ''] = stored.split('\n')
  return {
    place,
    userId: check(userId),
    interests: listOf(JSON.parse(json), text),
    began: time(began),
    ended: time(ended),
    found: outcome === 'found',
  }
}
