import type { TestResult } from '@playwright/test/reporter'

/** The prefix of the attachments with the pages of a failed journey and the output of its server. */
export const SEEN = 'seen:'
const LONGEST = 4_000

/** Returns these attachments as text, for runs on another machine. */
export const seenIn = ({ attachments }: Pick<TestResult, 'attachments'>): string =>
  attachments
    .filter(({ name }) => name.startsWith(SEEN))
    .map(({ name, body }) => `\n── ${name}\n${body?.toString('utf8').trim().slice(-LONGEST) ?? ''}\n`)
    .join('')
