import { expect } from 'vitest'
import { authResponse } from '#schema/account.ts'
import type { TestApp } from './app.ts'
import type { TestClock } from './clock.ts'
import { ask, joinAs } from './graphql.ts'
import { call, type Person, personOf } from './person.ts'
import { PASSWORD } from './privacy.ts'
import { codeAt } from './second-factor-codes.ts'

export { codeAt } from './second-factor-codes.ts'

export const BEGIN = 'mutation($password: String!) { beginSecondFactor(password: $password) { secret uri } }'
export const CONFIRM = 'mutation($code: String!) { confirmSecondFactor(code: $code) }'
export const PROVE = 'mutation($code: String!) { proveSecondFactor(code: $code) }'
export const DISABLE =
  'mutation($password: String, $code: String) { disableSecondFactor(password: $password, code: $code) }'
export const RENEW =
  'mutation($password: String, $code: String) { renewRecoveryCodes(password: $password, code: $code) }'
export const STATE = '{ secondFactor { since recoveryCodesLeft staff } }'

export interface Enrolled {
  secret: string
  recoveryCodes: string[]
  /** The code of an unused time step: half a minute passes. */
  nextCode(): string
}

const CODES = ['000000', '111111', '222222', '333333', '444444', '555555']

/** A code that is wrong now and in the neighbouring time steps. */
export function wrongCode(secret: string, clock: TestClock): string {
  const right = [-60_000, -30_000, 0, 30_000, 60_000].map((shift) => codeAt(secret, clock.now() + shift))
  const wrong = CODES.find((code) => !right.includes(code))
  if (!wrong) throw new Error('there are more wrong codes than right ones')
  return wrong
}

/** Enables two-step login for a person, as the screens do. */
export async function enrol(node: TestApp, who: Pick<Person, 'token'>, clock: TestClock): Promise<Enrolled> {
  const begun = await ask(node, who, BEGIN, { password: PASSWORD })
  expect(begun.codes).toEqual([])
  const secret: string = begun.data?.beginSecondFactor.secret
  const confirmed = await ask(node, who, CONFIRM, { code: codeAt(secret, clock.now()) })
  expect(confirmed.codes).toEqual([])
  return {
    secret,
    recoveryCodes: confirmed.data?.confirmSecondFactor,
    nextCode() {
      clock.advance(30_000)
      return codeAt(secret, clock.now())
    },
  }
}

/** A login over REST; with a token, the request carries that session. */
export const logInWith = (
  node: TestApp,
  who: Pick<Person, 'user'>,
  {
    code,
    password = PASSWORD,
    token = null,
  }: { code?: string; password?: string; token?: string | null } = {},
) => call(node.url, 'POST', '/auth', { body: { userName: who.user.userName, password, code }, token })

/** Logs in, and returns the person with the new session. */
export async function newSession(node: TestApp, who: Person, code?: string): Promise<Person> {
  const answer = await logInWith(node, who, code ? { code } : {})
  expect(answer.status).toBe(200)
  return personOf(node.url, authResponse.parse(answer.body).token, who.user)
}

/** A member of staff whose session has proven its factor. */
export async function joinAsStaff(node: TestApp, role: 'MODERATOR' | 'ADMIN', clock: TestClock) {
  const person = await joinAs(node, role)
  return { person, factor: await enrol(node, person, clock) }
}
