import { describe, expect, it } from 'vitest'
import { authResponse } from '#schema/account.ts'
import { passkeyRequest } from '#schema/passkeys.ts'
import { type Authenticator, createAuthenticator } from '../../kit/authenticator.ts'
import { ask } from '../../kit/graphql.ts'
import { withPasskey as addedPasskey, verifyAddress } from '../../kit/passkey-calls.ts'
import { call, join, type Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const LIST = '{ passkeys { id name lastUsed synchronized } }'
const LOG_IN =
  'mutation($credential: String!) { loginByPasskey(credential: $credential) { token user { id } } }'

const node = useNode()

async function withPasskey(member: Person): Promise<Authenticator> {
  await verifyAddress(node, member)
  return addedPasskey(node, member)
}

async function requested() {
  const { status, body } = await call(node.url, 'POST', '/auth/passkey/options')
  expect(status).toBe(200)
  return passkeyRequest.parse(body)
}

const logIn = (body: object, headers: Record<string, string> = {}) =>
  call(node.url, 'POST', '/auth/passkey', { body, headers })

describe('passkeys over REST and GraphQL', () => {
  // covers: beyond-passkeys-login
  it('open a session over each', async () => {
    const asha = await join(node)
    const device = await withPasskey(asha)
    const opened = await logIn(device.get(await requested()))
    expect(opened.status).toBe(200)
    expect(opened.headers.get('set-cookie')).toContain('HttpOnly')
    const { token } = authResponse.parse(opened.body)
    expect((await call(node.url, 'GET', '/api/session', { token })).status).toBe(200)
    const request = await ask(
      node,
      null,
      'mutation { requestPasskey { challenge rpId userVerification } }',
      {},
    )
    const credential = JSON.stringify(device.get(request.data?.requestPasskey))
    const { data } = await ask(node, null, LOG_IN, { credential })
    expect(data?.loginByPasskey.user.id).toBe(asha.id)
    const listed = await ask(node, { token: data?.loginByPasskey.token }, LIST, {})
    expect(listed.data?.passkeys).toMatchObject([{ name: 'My phone', lastUsed: expect.any(String) }])
  })

  // covers: beyond-passkeys-discoverable
  it('request the same for everyone: a challenge of its own, and no account', async () => {
    const requests = [await requested(), await requested()]
    expect(new Set(requests.map(({ challenge }) => challenge)).size).toBe(2)
    for (const request of requests)
      expect(Object.keys(request).sort()).toEqual(['challenge', 'rpId', 'timeout', 'userVerification'])
  })

  it('answer 401 for a passkey that is unknown, and 400 for what is none', async () => {
    const device = createAuthenticator('http://localhost')
    const unknown = device.get(await requested(), { userHandle: 'AAAA' })
    expect(await logIn(unknown)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    for (const response of [
      {},
      { ...unknown, id: 'not base64url!' },
      { ...unknown, type: 'password' },
      { ...unknown, response: { ...unknown.response, signature: 'A'.repeat(9_000) } },
    ])
      expect(await logIn(response)).toMatchObject({ status: 400, body: { code: 'INVALID' } })
    for (const changed of ['AAAA', Buffer.from('null').toString('base64url')]) {
      const broken = { ...unknown, response: { ...unknown.response, clientDataJSON: changed } }
      expect(await logIn(broken)).toMatchObject({ status: 401 })
    }
    expect((await ask(node, null, LOG_IN, { credential: '{' })).codes).toEqual(['INVALID'])
  })

  it('refuse pages of other origins', async () => {
    const headers = { origin: 'https://evil.example' }
    const device = createAuthenticator('http://localhost')
    const assertion = device.get(await requested(), { userHandle: 'AAAA' })
    expect(await logIn(assertion, headers)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  })

  it('answer broken data of a known passkey with 401', async () => {
    const device = await withPasskey(await join(node))
    const right = device.get(await requested())
    for (const part of ['authenticatorData', 'signature'] as const) {
      const broken = { ...right, response: { ...right.response, [part]: 'AAAA' } }
      expect(await logIn(broken)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    }
    expect((await logIn(right)).status).toBe(200)
  })
})
