/** Hours in which support answers. */
const ANSWER_HOURS = {
  general: { from: 24, to: 48 },
  technical: { from: 12, to: 24 },
  urgent: { from: 2, to: 6 },
} as const

/** Numbers that our texts promise (spec §9, Policy, if it names them). */
export const POLICY = {
  /** Days after a payment in which members can request a refund. */
  refundRequestDays: 7,
  /** Days after which payments are not refunded. */
  refundLatestDays: 30,
  /** Business days that an approved refund takes. */
  refundBusinessDays: { from: 5, to: 7 },
  answerHours: ANSWER_HOURS,
  /** The same with premium, one step faster (spec §1, priority support). */
  premiumAnswerHours: {
    general: ANSWER_HOURS.technical,
    technical: ANSWER_HOURS.urgent,
    urgent: ANSWER_HOURS.urgent,
  },
  /** Indian Standard Time. */
  openingHours: {
    weekdays: { from: 9, to: 18 },
    saturday: { from: 10, to: 16 },
  },
  /** New conversations of a free member, unless the operator sets another number. */
  freeConversationsADay: 20,
  /** Minutes for which the link and the code of a reset mail work. */
  resetMailMinutes: 60,
  /** The approximate rounding of stored positions. */
  positionKilometres: 1,
  /** How far People Nearby shows a member from where they are, at least and at most. */
  shownAway: { from: 5, to: 19 },
  /** Messages that a report copies as evidence. */
  evidenceMessages: 50,
  /** Lines of the reported member that a report about an age copies. */
  ageEvidenceLines: 20,
  /** Time to wait for the confirmation of a payment before writing to support. */
  confirmationMinutes: 5,
  /** Our liability is limited to the payments of this many months. */
  liabilityMonths: 12,
} as const
