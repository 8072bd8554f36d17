import type { TestResult } from '@playwright/test/reporter'

/** Begins the names of the attachments with what a failed journey's pages showed and its server printed. */
export const SEEN = 'seen:'
const LONGEST = 4_000

/** Returns these attachments as text. On another machine there is nothing else to look at. */
export const seenIn = ({ attachments }: Pick<TestResult, 'attachments'>): string =>
  attachments
    .filter(({ name }) => name.startsWith(SEEN))
    .map(({ name, body }) => `\n── ${name}\n${body?.toString('utf8').trim().slice(-LONGEST) ?? ''}\n`)
    .join('')
