/**
 * How soon a moderator should read a report; the highest comes first. A member's report starts at 0, and each further
 * reporter adds `perReporter`.
 */
export const REPORT_PRIORITY = {
  minor: 100,
  knownDevice: 80,
  repeated: 80,
  urgent: 50,
  heldMessages: 40,
  knownAddress: 10,
  perReporter: 10,
} as const
