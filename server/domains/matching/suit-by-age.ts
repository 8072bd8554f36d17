import type { Seeker } from './ticket.ts'

type Ages = Pick<Seeker, 'age' | 'minPartnerAge' | 'maxPartnerAge'>

const accepts = ({ minPartnerAge, maxPartnerAge }: Ages, { age }: Ages) =>
  (minPartnerAge === null || age >= minPartnerAge) && (maxPartnerAge === null || age <= maxPartnerAge)

/** Returns whether the age of each is within the range of the other. No stage of the relaxation changes this. */
export const suitByAge = (a: Ages, b: Ages) => accepts(a, b) && accepts(b, a)
