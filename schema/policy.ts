/** Numbers that our texts promise and that the server or we keep (spec §9, Policy, where it names them). */
export const POLICY = {
  /** Days after a payment in which a refund can be asked for. */
  refundRequestDays: 7,
  /** Days after which no payment is refunded. */
  refundLatestDays: 30,
  /** Business days that an approved refund takes. */
  refundBusinessDays: { from: 5, to: 7 },
  /** Hours in which support answers. */
  answerHours: {
    general: { from: 24, to: 48 },
    technical: { from: 12, to: 24 },
    urgent: { from: 2, to: 6 },
  },
  /** Indian Standard Time. */
  openingHours: {
    weekdays: { from: '9 AM', to: '6 PM' },
    saturday: { from: '10 AM', to: '4 PM' },
  },
  /** New conversations of a free member, unless the operator sets another number. */
  freeConversationsADay: 20,
  /** How long the link and the code of a reset mail work. */
  resetMailMinutes: 60,
  /** To what a stored position is rounded, about. */
  positionKilometres: 1,
  /** Messages that a report keeps as evidence. */
  evidenceMessages: 50,
  /** Lines of a person's own that a report about their age keeps. */
  ageEvidenceLines: 20,
  /** Within which a paid plan is confirmed, before support is asked. */
  confirmationMinutes: 5,
  /** Months of payments that our liability is limited to. */
  liabilityMonths: 12,
} as const
