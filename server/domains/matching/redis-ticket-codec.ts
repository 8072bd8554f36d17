import * as z from 'zod'
import { GENDERS, LOOKING_FOR } from '#schema/enums.ts'
import { queuesOf, type Settled, type SettledPair, type StartedPair, type Ticket } from './ticket.ts'

const ticketModel = z.object({
  userId: z.string(),
  interests: z.array(z.string()),
  gender: z.enum(GENDERS),
  genderFilter: z.enum(GENDERS).nullable(),
  lookingFor: z.array(z.enum(LOOKING_FOR)),
  age: z.number(),
  premium: z.boolean(),
  blockedIds: z.array(z.string()),
  ticketId: z.string(),
  waitingSince: z.number(),
  lastSeen: z.number(),
})
const pairModel = z.object({ pairId: z.string(), a: ticketModel, b: ticketModel })

const startedModel = z.object({ pairId: z.string(), starterId: z.string(), partnerId: z.string() })
const settledModel = z.union([pairModel, startedModel])

export const parseSettled = (json: string): Settled => settledModel.parse(JSON.parse(json))
/** The same pair is always the same text, which lets the store compare pairs. */
export const writePair = (pair: SettledPair) => JSON.stringify(pairModel.parse(pair))
export const writeStarted = (pair: StartedPair) => JSON.stringify(startedModel.parse(pair))

/** The stored copy keeps the first id and waitingSince, and the latest lastSeen, beside the ticket itself. */
export function parseTicket(json: string, ticketId: string, since: string, seen: string): Ticket {
  const ticket = ticketModel.parse(JSON.parse(json))
  return { ...ticket, ticketId, waitingSince: Number(since), lastSeen: Number(seen) }
}

/** Returns the arguments that describe a ticket in the scripts. */
export const argumentsOf = (ticket: Ticket) => [
  ticket.userId,
  JSON.stringify(ticket),
  ticket.ticketId,
  ticket.waitingSince,
  ticket.lastSeen,
  queuesOf(ticket).join('\n'),
  ticket.interests.join('\n'),
  ticket.blockedIds.join(' '),
]
