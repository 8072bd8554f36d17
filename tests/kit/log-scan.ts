import { isIP } from 'node:net'
import { type Logger, pino } from 'pino'
import { LOG_SERIALIZERS } from '#server/platform/logging/log.ts'

/** The fields of requests and answers whose values must never be logged. */
const PRIVATE_FIELDS =
  /^(userName|email|user|password|newPassword|confirmPassword|phone|message|text|body|code|token|resetToken|resetCode|passwordResetToken|displayName|reason|answer|interests)$/
/** Shorter values occur in a log by chance. */
const SHORTEST = 10
const MAIL_ADDRESS = /[\w.+-]+@[\w-]+\.[\w.-]+/g
/** The network of the caller, which the security log contains on purpose. */
const NETWORK = /"network":"[^"]*"/g
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const FATAL = '"level":60'

/** The private values of members that the tests of this file have sent and received. */
const seen = new Set<string>()

/** Forgets the remembered values. */
export const forgetPrivate = () => seen.clear()

function rememberText(text: string) {
  if (text.length >= SHORTEST) seen.add(JSON.stringify(text).slice(1, -1))
}

/** `user` is a mail address in most requests, and in some an id, which logs contain on purpose. */
const isIdOfUser = (name: string, value: unknown) =>
  name === 'user' && typeof value === 'string' && UUID.test(value)

/** Remembers the private values of a request or an answer, at any depth. The errors of a GraphQL answer are our own texts. */
export function rememberPrivate(value: unknown, isPrivate = false): void {
  if (typeof value === 'string') {
    if (isPrivate) rememberText(value)
  } else if (Array.isArray(value)) for (const one of value) rememberPrivate(one, isPrivate)
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value))
      if (name !== 'errors') rememberPrivate(one, PRIVATE_FIELDS.test(name) && !isIdOfUser(name, one))
}

/** Remembers the credentials and addresses in the headers of a request. */
export function rememberHeaders({
  token,
  headers,
}: {
  token: string | null
  headers: Record<string, string>
}): void {
  if (token) rememberText(token)
  for (const address of (headers['x-forwarded-for'] ?? '').split(',').map((part) => part.trim()))
    if (isIP(address) && !LOOPBACK.test(address)) seen.add(address)
}

const isWordCharacter = (character: string | undefined) => character !== undefined && /[\w.:]/.test(character)

/** Returns whether a line contains a text by itself, not as a part of a longer word or number. */
function holds(line: string, text: string): boolean {
  for (let at = line.indexOf(text); at >= 0; at = line.indexOf(text, at + 1))
    if (!isWordCharacter(line[at - 1]) && !isWordCharacter(line[at + text.length])) return true
  return false
}

/** Returns the lines of a log that contain a mail address or a remembered private value, each with that value. */
export function personalDataIn(lines: readonly string[]): string[] {
  const all = lines.join('')
  const values = [...seen].filter((text) => all.includes(text))
  return lines.flatMap((line) => {
    const shown = line.replaceAll(NETWORK, '')
    const found = [...(shown.match(MAIL_ADDRESS) ?? []), ...values.filter((text) => holds(shown, text))]
    return found.length > 0 ? [`${found.join(' and ')} in ${line.trim()}`] : []
  })
}

export interface ScannedLog {
  readonly log: Logger
  /** Throws when a line so far contains personal data. */
  assertPrivate(): void
}

/** Creates a log at the most verbose level, whose lines are kept and scanned; fatal ones are printed as well. */
export function createScannedLog(): ScannedLog {
  const lines: string[] = []
  const write = (line: string) => {
    lines.push(line)
    if (line.includes(FATAL)) process.stderr.write(line)
  }
  return {
    log: pino({ level: 'trace', serializers: LOG_SERIALIZERS }, { write }),
    assertPrivate: () => assertPrivate(lines),
  }
}

/** Throws when a line contains personal data. */
export function assertPrivate(lines: readonly string[]): void {
  const found = personalDataIn(lines)
  if (found.length > 0) throw new Error(`the log holds personal data:\n${found.slice(0, 5).join('\n')}`)
}
