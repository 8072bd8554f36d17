import { existsSync, readFileSync } from 'node:fs'
import type { TestResult } from '@playwright/test/reporter'

/** Names the attachment with what the server printed. */
export const SERVER_OUTPUT = 'server output'
/** Playwright's own: the page's texts and roles when the journey failed. */
const PAGE = 'error-context'
const SNAPSHOT = /^```yaml\n([\s\S]*?)^```$/m
const LONGEST = 6_000

/**
 * Returns what the page showed and what the server printed when a journey failed, as text: on another machine there is
 * nothing else to look at. Empty when neither is known.
 */
export function pageOf({ attachments }: Pick<TestResult, 'attachments'>): string {
  return attachments
    .filter(({ name }) => name === PAGE || name === SERVER_OUTPUT)
    .map(({ name, path, body }) => {
      const text = body?.toString('utf8') ?? (path && existsSync(path) ? readFileSync(path, 'utf8') : '')
      const shown = name === PAGE ? (SNAPSHOT.exec(text)?.[1] ?? text) : text
      return `\n── ${name}\n${shown.trim().slice(-LONGEST)}\n`
    })
    .join('')
}
