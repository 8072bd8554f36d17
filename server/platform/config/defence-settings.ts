import * as z from 'zod'
import { RETENTION } from '#schema/privacy.ts'
import { flag, list, type Setting, setting, wholeNumber } from './setting.ts'

export const PROOF_DEMANDS = ['always', 'bursts', 'off'] as const
export type ProofDemand = (typeof PROOF_DEMANDS)[number]

const YEAR_OF_HOURS = 24 * 365

/** What the defences against abuse can be told: docs/DEFENCES.md says what each does, and whom it may wrong. */
export const DEFENCE_SETTINGS = {
  FIRST_CHAT_HOURS: setting(
    'how long after two people met contact details are asked about before they are sent; 0 never asks',
    '24',
    wholeNumber(0, YEAR_OF_HOURS).default(24),
  ),
  MESSAGE_FILTER: setting(
    'whether messages with slurs or sexual solicitation are held back',
    'on',
    flag.default(true),
  ),
  MESSAGE_FILTER_ADD: setting(
    'further words and phrases that hold a message back, separated by commas',
    '(none)',
    list.default([]),
  ),
  MESSAGE_FILTER_ALLOW: setting(
    'words and phrases that the filter lets through, separated by commas',
    '(none)',
    list.default([]),
  ),
  MINOR_REPORTS: setting(
    'whether somebody who says that they are under 18 is reported to the moderators',
    'on',
    flag.default(true),
  ),
  PROOF_OF_WORK: setting(
    'when a browser has to work for a second first: at every registration, after suspicious bursts, or never',
    'always where other people can reach the server, else off',
    z.enum(PROOF_DEMANDS, "expected 'always', 'bursts' or 'off'").optional(),
  ),
  NEW_ACCOUNT_HOURS: setting(
    'how long an account is new, with stricter limits; 0 for none',
    '24',
    wholeNumber(0, YEAR_OF_HOURS).default(24),
  ),
  BAN_SIGNAL_DAYS: setting(
    'for how many days the hashed signals of somebody banned, or erased while a sanction counts, are kept; 0 keeps none',
    String(RETENTION.signalDays),
    wholeNumber(0, RETENTION.signalDays).default(RETENTION.signalDays),
  ),
  AUTO_PAUSE_REPORTS: setting(
    'reports of as many different people within a week pause an account until somebody has looked; 0 never',
    '3',
    wholeNumber(0, 1_000).default(3),
  ),
  AUTO_PAUSE_HOURS: setting(
    'how long such a pause lasts at most',
    '72',
    wholeNumber(1, YEAR_OF_HOURS).default(72),
  ),
} as const satisfies Record<string, Setting>

export const DEFENCE_MODELS = {
  FIRST_CHAT_HOURS: DEFENCE_SETTINGS.FIRST_CHAT_HOURS.model,
  MESSAGE_FILTER: DEFENCE_SETTINGS.MESSAGE_FILTER.model,
  MESSAGE_FILTER_ADD: DEFENCE_SETTINGS.MESSAGE_FILTER_ADD.model,
  MESSAGE_FILTER_ALLOW: DEFENCE_SETTINGS.MESSAGE_FILTER_ALLOW.model,
  MINOR_REPORTS: DEFENCE_SETTINGS.MINOR_REPORTS.model,
  PROOF_OF_WORK: DEFENCE_SETTINGS.PROOF_OF_WORK.model,
  NEW_ACCOUNT_HOURS: DEFENCE_SETTINGS.NEW_ACCOUNT_HOURS.model,
  BAN_SIGNAL_DAYS: DEFENCE_SETTINGS.BAN_SIGNAL_DAYS.model,
  AUTO_PAUSE_REPORTS: DEFENCE_SETTINGS.AUTO_PAUSE_REPORTS.model,
  AUTO_PAUSE_HOURS: DEFENCE_SETTINGS.AUTO_PAUSE_HOURS.model,
}
const values = z.object(DEFENCE_MODELS)

export interface DefenceConfig {
  firstChatHours: number
  messageFilter: boolean
  heldWords: readonly string[]
  allowedWords: readonly string[]
  minorReports: boolean
  proofOfWork: ProofDemand
  newAccountHours: number
  banSignalDays: number
  autoPauseReports: number
  autoPauseHours: number
}

export const defencesOf = (given: z.output<typeof values>, isReachable: boolean): DefenceConfig => ({
  firstChatHours: given.FIRST_CHAT_HOURS,
  messageFilter: given.MESSAGE_FILTER,
  heldWords: given.MESSAGE_FILTER_ADD,
  allowedWords: given.MESSAGE_FILTER_ALLOW,
  minorReports: given.MINOR_REPORTS,
  proofOfWork: given.PROOF_OF_WORK ?? (isReachable ? 'always' : 'off'),
  newAccountHours: given.NEW_ACCOUNT_HOURS,
  banSignalDays: given.BAN_SIGNAL_DAYS,
  autoPauseReports: given.AUTO_PAUSE_REPORTS,
  autoPauseHours: given.AUTO_PAUSE_HOURS,
})
