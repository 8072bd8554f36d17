import { beforeAll, describe, expect, it } from 'vitest'
import { startApp } from '../../kit/app.ts'
import { ask } from '../../kit/graphql.ts'
import { aRegistration, call, join, type Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

// Every limit allows one call: the second of each kind is refused.
const STRICT = { RATE_LIMIT_FACTOR: '0.001', PUBLIC_URL: 'https://rapport.example' }
const node = useNode({ env: STRICT })
let asha: Person
beforeAll(async () => {
  asha = await join(node)
})

const LOG_IN = (userName: string) =>
  `mutation { logIn(userName: "${userName}", password: "Wrong-pass1") { token } }`
const SOMEONE = 'someone@example.com'
const REGISTER = 'mutation($input: RegistrationInput!) { register(input: $input) { token } }'

describe('rate limits of the account calls over GraphQL', () => {
  it.each([
    ['logIn', LOG_IN(SOMEONE)],
    ['session', '{ session { conversationCount } }'],
    ['verifyEmail', `mutation { verifyEmail(code: "x", email: "${SOMEONE}") { success } }`],
    ['resendVerification', `mutation { resendVerification(email: "${SOMEONE}") { success } }`],
    [
      'requestPasswordReset',
      `mutation { requestPasswordReset(user: "${SOMEONE}", origin: "https://rapport.example") }`,
    ],
    ['validateResetToken', '{ validateResetToken(token: "x") }'],
    ['resetPassword', 'mutation { resetPassword(token: "x", newPassword: "Brand-new-1") }'],
    ['verifyResetCode', `mutation { verifyResetCode(userName: "${SOMEONE}", resetCode: "ABCDEF") }`],
    ['joinLaunchList', `mutation { joinLaunchList(email: "${SOMEONE}") }`],
  ])('give the time to wait: %s', async (_, document) => {
    await ask(node, asha, document)
    const { errors } = await ask(node, asha, document)
    expect(errors).toMatchObject([
      { extensions: { code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) } },
    ])
  })

  // covers: beyond-graphql-account-limits
  it('count requests over REST and GraphQL together', async () => {
    // One account is registered already, over REST.
    const input = { ...aRegistration(), gender: 'FEMALE', lookingFor: ['DATING'] }
    expect((await ask(node, null, REGISTER, { input })).codes).toEqual(['RATE_LIMITED'])
    await ask(node, null, LOG_IN(SOMEONE))
    const overRest = { userName: 'another@example.com', password: 'Wrong-pass1' }
    expect((await call(node.url, 'POST', '/auth', { body: overRest })).status).toBe(429)
  })

  it('count the logins of an account separately for each network', async () => {
    const proxied = await startApp({ env: { ...STRICT, TRUST_PROXY: 'on' } })
    try {
      const from = (address: string) => ({ 'x-forwarded-for': address })
      const tried = await ask(proxied, null, LOG_IN(SOMEONE), {}, from('192.0.2.1'))
      expect(tried.codes).toEqual(['UNAUTHENTICATED'])
      const again = await ask(proxied, null, LOG_IN(SOMEONE), {}, from('192.0.2.1'))
      expect(again.codes).toEqual(['RATE_LIMITED'])
      const elsewhere = await ask(proxied, null, LOG_IN(SOMEONE), {}, from('192.0.2.2'))
      expect(elsewhere.codes).toEqual(['UNAUTHENTICATED'])
    } finally {
      await proxied[Symbol.asyncDispose]()
    }
  })

  // covers: beyond-limits-by-proxy-entry
  it('count by the address that the proxy adds, and ignore what the caller wrote before it', async () => {
    const proxied = await startApp({ env: { ...STRICT, TRUST_PROXY: 'on' } })
    try {
      const tryFrom = async (forwarded: string, door: 'REST' | 'GraphQL') => {
        const userName = `${crypto.randomUUID()}@example.com`
        const headers = { 'x-forwarded-for': forwarded }
        if (door === 'GraphQL')
          return (await ask(proxied, null, LOG_IN(userName), {}, headers)).codes[0] === 'RATE_LIMITED'
        const body = { userName, password: 'Wrong-pass1' }
        return (await call(proxied.url, 'POST', '/auth', { body, headers })).status === 429
      }
      expect(await tryFrom('198.51.100.1, 192.0.2.1', 'GraphQL')).toBe(false)
      expect(await tryFrom('198.51.100.2, 192.0.2.1', 'REST')).toBe(true)
      expect(await tryFrom('198.51.100.3, 192.0.2.1', 'GraphQL')).toBe(true)
      expect(await tryFrom('198.51.100.1, 192.0.2.2', 'REST')).toBe(false)
    } finally {
      await proxied[Symbol.asyncDispose]()
    }
  })
})
