import type { CandidateTicket } from './ticket.ts'

const hasAgeWish = ({ minPartnerAge, maxPartnerAge }: CandidateTicket) =>
  minPartnerAge !== null || maxPartnerAge !== null

const isExchange = ({ learning }: CandidateTicket) => learning.length > 0

/**
 * Returns what is stored beside the times and the id of a ticket: an array, because a search reads dozens of them. Ages
 * that no one wishes for and the languages of an exchange are left out where there are none: such a ticket is as long as before
 * there were any. Equal profiles have equal texts.
 */
export const writeProfile = (ticket: CandidateTicket) =>
  JSON.stringify([
    ticket.userId,
    ticket.interests,
    ticket.gender,
    ticket.genderFilter,
    ticket.lookingFor,
    ticket.age,
    ticket.premium,
    ticket.languages,
    ...(hasAgeWish(ticket) || ticket.evening || isExchange(ticket)
      ? [ticket.minPartnerAge, ticket.maxPartnerAge]
      : []),
    ...(ticket.evening || isExchange(ticket) ? [ticket.evening ?? null] : []),
    ...(isExchange(ticket) ? [ticket.learning] : []),
  ])
