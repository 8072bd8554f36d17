import * as z from 'zod'
import { RETENTION } from '#schema/privacy.ts'
import { filterTermsFile } from './filter-terms.ts'
import { flag, list, mailDomains, modelOf, type Setting, setting, wholeNumber } from './setting.ts'

export const PROOF_DEMANDS = ['always', 'bursts', 'off'] as const
export type ProofDemand = (typeof PROOF_DEMANDS)[number]

const YEAR_OF_HOURS = 24 * 365

/** The settings of the defences against abuse. docs/DEFENCES.md explains each, with its false positives. */
export const DEFENCE_SETTINGS = {
  FIRST_CHAT_HOURS: setting(
    'for how many hours after two people met, messages with contact details need a confirmation; 0 for none',
    '24',
    wholeNumber(0, YEAR_OF_HOURS).default(24),
  ),
  MESSAGE_FILTER: setting(
    'whether messages with slurs or sexual solicitation are held for review',
    'on',
    flag.default(true),
  ),
  MESSAGE_FILTER_ADD: setting(
    'further words and phrases for which a message is held, separated by commas',
    '(none)',
    list.default([]),
  ),
  MESSAGE_FILTER_ALLOW: setting(
    'words and phrases that the filter ignores, separated by commas',
    '(none)',
    list.default([]),
  ),
  MESSAGE_FILTER_TERMS: setting(
    'a file with words and phrases that the filter of one language holds or ignores: docs/DEFENCES.md',
    '(none)',
    filterTermsFile.optional(),
  ),
  MINOR_REPORTS: setting(
    'whether a member who states an age under 18 is reported to the moderators',
    'on',
    flag.default(true),
  ),
  PROOF_OF_WORK: setting(
    'when a browser must do about a second of proof of work: always (at registration), bursts (only after suspicious ones) or off',
    'always when other people can reach the server, else off',
    z.enum(PROOF_DEMANDS, "expected 'always', 'bursts' or 'off'").optional(),
  ),
  LASTING_MAIL_DOMAINS: setting(
    'mail domains to accept at registration although a list of throw-away addresses names them, separated by commas',
    '(none)',
    mailDomains.default([]),
  ),
  NEW_ACCOUNT_HOURS: setting(
    'for how many hours a new account has stricter limits; 0 for none',
    '24',
    wholeNumber(0, YEAR_OF_HOURS).default(24),
  ),
  BAN_SIGNAL_DAYS: setting(
    'for how many days hashed signals are kept of members who are banned, or erased during a sanction; 0 for none',
    String(RETENTION.signalDays),
    wholeNumber(0, RETENTION.signalDays).default(RETENTION.signalDays),
  ),
  AUTO_PAUSE_REPORTS: setting(
    'how many members must report an account within a week to pause it until a moderator reviews it; 0 for never',
    '3',
    wholeNumber(0, 1_000).default(3),
  ),
  AUTO_PAUSE_HOURS: setting(
    'for how many hours such a pause lasts at most',
    '72',
    wholeNumber(1, YEAR_OF_HOURS).default(72),
  ),
} as const satisfies Record<string, Setting>

const model = modelOf(DEFENCE_SETTINGS)

export type DefenceConfig = ReturnType<typeof defencesOf>

/** Returns the configuration of the defences. `isReachable`: people beyond this machine can reach the server. */
export const defencesOf = (given: z.output<typeof model>, isReachable: boolean) => ({
  firstChatHours: given.FIRST_CHAT_HOURS,
  messageFilter: given.MESSAGE_FILTER,
  heldWords: given.MESSAGE_FILTER_ADD,
  allowedWords: given.MESSAGE_FILTER_ALLOW,
  termChanges: given.MESSAGE_FILTER_TERMS ?? {},
  minorReports: given.MINOR_REPORTS,
  proofOfWork: given.PROOF_OF_WORK ?? (isReachable ? 'always' : 'off'),
  lastingMailDomains: given.LASTING_MAIL_DOMAINS,
  newAccountHours: given.NEW_ACCOUNT_HOURS,
  banSignalDays: given.BAN_SIGNAL_DAYS,
  autoPauseReports: given.AUTO_PAUSE_REPORTS,
  autoPauseHours: given.AUTO_PAUSE_HOURS,
})
