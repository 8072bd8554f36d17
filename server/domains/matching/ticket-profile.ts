import type { CandidateTicket } from './ticket.ts'

const hasAgeWish = ({ minPartnerAge, maxPartnerAge }: CandidateTicket) =>
  minPartnerAge !== null || maxPartnerAge !== null

/**
 * Returns what is stored beside the times and the id of a ticket: an array, because a search reads dozens of them. Ages
 * that no one wishes for are left out: a ticket without them is as long as before there were any. Equal profiles have equal
 * texts.
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
    ...(hasAgeWish(ticket) || ticket.evening ? [ticket.minPartnerAge, ticket.maxPartnerAge] : []),
    ...(ticket.evening ? [ticket.evening] : []),
  ])
