import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { aRegistration } from '../kit/person.ts'
import { type RawAnswer, rawRequest } from '../kit/raw-request.ts'

/** The server that is attacked. */
export interface Target {
  readonly url: string
  /** What it has printed; null for a server that was already running. */
  output: (() => string) | null
}

export interface Finding {
  seen: string
  holds: boolean
}

/** One attack of a list in docs/SECURITY.md: what it tries, and the expected result. */
export interface Attack {
  item: number
  name: string
  expected: string
  run(target: Target): Promise<Finding>
}

export const EVIL = 'https://evil.example'

/** An address that no other attack uses. The limits of one attack do not refuse the next. */
export function freshAddress(): string {
  const [a = 0, b = 0] = Buffer.from(randomUUID().replaceAll('-', ''), 'hex')
  return `198.${18 + (a % 2)}.${b}.${1 + Math.floor(Math.random() * 250)}`
}

export const postJson = (
  { url }: Target,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<RawAnswer> =>
  rawRequest(url, 'POST', path, {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

export interface Account {
  userName: string
  password: string
  token: string
  id: string
  /** As the member's browser sends it. */
  cookies: string
}

/** Registers an account from an address of its own, or from the one given. */
export async function register(target: Target, userName?: string): Promise<Account> {
  const input = aRegistration(userName ? { userName } : {})
  const answer = await postJson(target, '/api/user', input, { 'x-forwarded-for': freshAddress() })
  if (answer.status !== 200) throw new Error(`registration answered ${answer.status}`)
  const { token, user } = JSON.parse(answer.text)
  const cookies = (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ')
  return { userName: input.userName, password: input.password, token, id: user.id, cookies }
}

interface Mail {
  to: string
  text: string
}

/** The links in the mails to an address, the newest first. Waits for the first one. */
export async function mailedLinks(target: Target, address: string): Promise<URL[]> {
  const found = await untilFound(async () => {
    const { status, text } = await rawRequest(target.url, 'GET', '/dev/mail.json')
    const mails: Mail[] = status === 200 ? JSON.parse(text) : []
    const links = mails
      .filter(({ to }) => to === address)
      .flatMap((mail) => mail.text.match(/https?:\/\/\S+/g) ?? [])
      .map((link) => new URL(link))
    return links.length > 0 ? links : null
  })
  return found ?? []
}

/** Asks the attacked server every 100 ms, for ten seconds at most. Returns null if nothing was found. */
export async function untilFound<Found>(find: () => Promise<Found | null>): Promise<Found | null> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const found = await find()
    if (found !== null) return found
    await setTimeout(100)
  }
  return null
}

export const statusOf = async (answer: Promise<RawAnswer>) => (await answer).status
