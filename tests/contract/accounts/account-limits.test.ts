import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, aRegistration, call, join, type Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

// Every limit allows one call: the second of each kind is refused.
const node = useNode({ env: { RATE_LIMIT_FACTOR: '0.001', PUBLIC_URL: 'https://rapport.example' } })
let asha: Person
beforeAll(async () => {
  asha = await join(node)
})

const reset = { user: 'someone@example.com', origin: 'https://rapport.example' }
const password = { newPassword: 'Brand-new-1', token: 'x', passwordResetToken: 'x', userName: reset.user }
const ENDPOINTS: [string, () => Promise<Answer>][] = [
  ['POST /api/user', () => call(node.url, 'POST', '/api/user', { body: aRegistration() })],
  [
    'POST /auth',
    () => call(node.url, 'POST', '/auth', { body: { userName: 'someone@example.com', password: 'x' } }),
  ],
  ['GET /api/session', () => asha.call('GET', '/api/session')],
  ['GET /api/verify', () => call(node.url, 'GET', '/api/verify?code=x&email=someone@example.com')],
  ['POST /re-verify', () => call(node.url, 'POST', '/re-verify', { body: 'someone@example.com' })],
  ['POST /password/reset', () => call(node.url, 'POST', '/password/reset', { body: reset })],
  ['GET /password/validate-token', () => call(node.url, 'GET', '/password/validate-token?token=x')],
  [
    'POST /password/confirm-reset',
    () => call(node.url, 'POST', '/password/confirm-reset', { body: password }),
  ],
  [
    'PUT /rapport-api/password/change-after-reset',
    () => call(node.url, 'PUT', '/rapport-api/password/change-after-reset', { body: password }),
  ],
  [
    'GET /rapport-api/password/verify-reset-code',
    () =>
      call(
        node.url,
        'GET',
        '/rapport-api/password/verify-reset-code?userName=someone@example.com&resetCode=ABCDEF',
      ),
  ],
  ['PUT /password/finish-reset', () => call(node.url, 'PUT', '/password/finish-reset', { body: password })],
  [
    'PUT /api/v1/user',
    () =>
      asha.call('PUT', '/api/v1/user', {
        ...asha.user,
        interests: 'Chess',
        lookingFor: 'Dating',
      }),
  ],
  [
    'POST /api/v1/profile-visitor',
    () => asha.call('POST', '/api/v1/profile-visitor', { profileOwnerId: asha.id, visitType: 'login' }),
  ],
]

describe('rate limits of the account calls', () => {
  // covers: 8.1-rate-limits-of-account-calls
  it.each(ENDPOINTS)('answer 429 with the time to wait: %s', async (_name, ask) => {
    await ask()
    const { status, headers, body } = await ask()
    expect(status).toBe(429)
    expect(body.code).toBe('RATE_LIMITED')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
