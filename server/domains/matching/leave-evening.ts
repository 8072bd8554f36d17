import { v7 as uuidv7 } from 'uuid'
import type { MatchingContext } from './matching-context.ts'
import { tellSearch } from './rings/tell-search.ts'
import type { Ticket } from './ticket.ts'

/**
 * Returns the ticket with which a search goes on: without its evening once that has ended or is cancelled. A search that goes on
 * without polls would keep it. Null when the ticket has changed since it was read.
 */
export async function leaveEvening(
  context: Pick<MatchingContext, 'store' | 'clock' | 'events' | 'runningEvening'>,
  ticket: Ticket,
): Promise<Ticket | null> {
  if (!ticket.evening || (await context.runningEvening(ticket.evening))) return ticket
  const ticketId = uuidv7()
  if (!(await context.store.leaveEvening(ticket, ticketId))) return null
  if (ticket.ringUntil !== undefined) await tellSearch(context, [ticket.userId])
  return { ...ticket, evening: null, ticketId }
}
