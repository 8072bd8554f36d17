import { describe, expect, it } from 'vitest'
import { startApp } from '../../kit/app.ts'
import { ask, joinAs, socketClient, subscribeOn } from '../../kit/graphql.ts'
import { call, join } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

const STATUS = 'query($text: ID!) { paymentStatus(paymentId: $text) { status } }'

describe('GraphQL limits', () => {
  // covers: design-graphql-limits
  it.each([
    ['3,000 aliases', `{ ${Array.from({ length: 3_000 }, (_, n) => `a${n}: __typename`).join(' ')} }`],
    ['100 aliases', `{ ${Array.from({ length: 100 }, (_, n) => `a${n}: __typename`).join(' ')} }`],
    ['depth 50', `{ ${'conversations { nodes { messages { '.repeat(16)} totalCount ${'} } } '.repeat(16)} }`],
    ['a document of thousands of tokens', `{ ${'me { id } '.repeat(3_000)} }`],
  ])('refuse %s', async (_, query) => {
    const { data, errors } = await ask(node, await join(node), query)
    expect(errors).toMatchObject([
      { message: expect.stringContaining('too large'), extensions: { code: 'INVALID' } },
    ])
    expect(data).toBeNull()
  })

  // covers: design-graphql-limits
  it('refuse a document or variables of 5 MiB', async () => {
    const asha = await join(node)
    const large = 'x'.repeat(5 * 1024 * 1024)
    for (const body of [
      { query: `{ me { id } } # ${large}` },
      { query: STATUS, variables: { text: large } },
    ]) {
      const answer = await call(node.url, 'POST', '/graphql', { body, token: asha.token }).catch(() => null)
      // The connection may be closed before the whole body was sent.
      if (answer) expect(answer.status).toBe(413)
    }
    expect((await ask(node, asha, '{ me { id } }')).data).toMatchObject({ me: { id: asha.id } })
  })

  const LIST = `query($first: Int, $messages: Int = 100, $after: String) {
    conversations(first: $first, after: $after) { ...Page }
  }
  fragment Page on ConversationConnection {
    nodes { ... on Conversation { messages(first: $messages) { nodes { id text time } } } }
  }`
  const ALL = `{ conversations(first: 10) { totalCount nodes { id unreadCount open
    partner { id displayName interests age gender lookingFor online }
    messages(first: 10) { totalCount nodes { id text time senderId senderName read clearedBy } } } } }`

  // covers: beyond-graphql-cost
  it('refuse more fields than any screen shows, wherever the list sizes are given', async () => {
    const asha = await join(node)
    const tooMuch = { data: null, codes: ['INVALID'] }
    expect(await ask(node, asha, LIST, { first: 100 })).toMatchObject(tooMuch)
    const literal = '{ conversations(first: 100) { nodes { messages(first: 100) { nodes { id text } } } } }'
    expect(await ask(node, asha, literal)).toMatchObject(tooMuch)
    const hidden = Buffer.from('0:100').toString('base64url')
    expect(await ask(node, asha, LIST, { after: hidden })).toMatchObject(tooMuch)
    expect((await ask(node, asha, LIST, { first: 10, messages: 20 })).errors).toEqual([])
    expect((await ask(node, asha, ALL)).errors).toEqual([])
  })

  // covers: beyond-graphql-limits-before-validation
  it.each([
    ['the same field', `{ me { ${'email '.repeat(500)} } }`],
    ['the same field in inline fragments', `{ me { ${'... { email } '.repeat(80)} } }`],
    ['the same field 90 times, within the limit of tokens', `{ me { ${'email '.repeat(90)} } }`],
  ])('refuse a document that repeats %s before it is validated', async (_, query) => {
    // Validation would find the unknown field.
    const answer = await ask(node, null, query.replace('email', 'thereIsNoSuchField'))
    expect(answer).toMatchObject({ data: null, codes: ['INVALID'] })
    expect(answer.errors[0]?.message).toContain('too large')
  })

  it('report at most five errors of a document', async () => {
    const unknown = Array.from({ length: 90 }, (_, n) => `convrsations${n}`).join(' ')
    expect((await ask(node, null, `{ ${unknown} }`)).errors.length).toBeLessThanOrEqual(6)
  })

  it('accept a known valid document again, and refuse an invalid one every time', async () => {
    const asha = await join(node)
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await ask(node, asha, '{ me { id displayName } }')).data).toMatchObject({ me: { id: asha.id } })
      expect((await ask(node, null, '{ me { id displayName } }')).data).toEqual({ me: null })
      expect((await ask(node, asha, '{ me { id displayNam } }')).codes).toEqual(['INVALID'])
      expect((await ask(node, asha, '{ me { id displayName }')).codes).toEqual(['INVALID'])
    }
  })

  // covers: design-graphql-limits
  it('refuse nested fragments that multiply', async () => {
    const levels = Array.from({ length: 30 }, (_, n) => n)
    const bomb = levels.map((n) => `fragment F${n} on Me { ...F${n + 1} ...F${n + 1} }`).join(' ')
    const query = `{ me { ...F0 } } ${bomb} fragment F30 on Me { id }`
    const { data, errors } = await ask(node, await join(node), query)
    expect(data).toBeNull()
    expect(errors).toMatchObject([{ message: expect.stringContaining('too large') }])
  })

  it('refuse the same over a WebSocket, which stays open', async () => {
    const asha = await join(node)
    const client = socketClient(node, asha.token)
    const refused = subscribeOn(client, LIST, { first: 100 })
    expect(await refused.ended).toBe('complete')
    expect(refused.received).toMatchObject([{ errors: [{ extensions: { code: 'INVALID' } }] }])
    const fine = subscribeOn(client, '{ me { id } }')
    expect(await fine.ended).toBe('complete')
    expect(fine.received).toEqual([{ me: { id: asha.id } }])
    await client.dispose()
  })

  // covers: design-graphql-limits
  it('refuse batches', async () => {
    const asha = await join(node)
    const one = { query: '{ me { id } }' }
    const answer = await call(node.url, 'POST', '/graphql', { body: [one, one], token: asha.token })
    expect(answer.status).toBe(400)
  })

  it('hide the schema from visitors, and in production from everyone except administrators', async () => {
    const query = '{ __schema { types { name } } }'
    expect((await ask(node, null, query)).codes).toEqual(['FORBIDDEN'])
    expect((await ask(node, await join(node), query)).errors).toEqual([])
    for (const misspelt of ['{ plan { id } }', '{ nearby(gender: mail) { totalCount } }']) {
      const [error] = (await ask(node, null, misspelt)).errors
      expect(error?.message).not.toContain('Did you mean')
    }
    const hidden = await ask(node, null, '{ ... on Query { again: __type(name: "Me") { name } } }')
    expect(hidden.codes).toEqual(['FORBIDDEN'])
    const production = await startApp({
      env: { NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'https://chat.example' },
    })
    try {
      expect((await ask(production, await join(production), query)).codes).toEqual(['FORBIDDEN'])
      expect((await ask(production, await joinAs(production, 'ADMIN'), query)).errors).toEqual([])
    } finally {
      await production[Symbol.asyncDispose]()
    }
  })

  // covers: beyond-graphql-limits-before-validation
  it('refuse more operations a minute than allowed, per account and per address, over every transport', async () => {
    const slow = await startApp({ env: { RATE_LIMIT_FACTOR: '0.02' } })
    try {
      const { token } = await join(slow)
      // 600 × 0.02 operations of an account, 120 × 0.02 of an address without a session.
      const query = '{ __typename }'
      const limited = [{ extensions: { code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) } }]
      for (let n = 0; n < 3; n += 1) expect((await ask(slow, null, query)).status).toBe(200)
      const refused = await ask(slow, null, '{ not even a document')
      expect(refused).toMatchObject({ status: 429, errors: limited })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      for (let n = 0; n < 12; n += 1) expect((await ask(slow, { token }, query)).status).toBe(200)
      expect(await ask(slow, { token }, query)).toMatchObject({ status: 429, errors: limited })
      const client = socketClient(slow, token)
      expect(await subscribeOn(client, query).ended).toMatchObject(limited)
      await client.dispose()
      const unknown = subscribeOn(socketClient(slow, 'nonsense'), query)
      expect(await unknown.ended).toMatchObject({ code: 4403, reason: expect.stringMatching(/^Too many/) })
      const byEvents = await call(slow.url, 'POST', '/graphql', {
        token,
        body: { query: 'subscription { live { name } }' },
        headers: { accept: 'text/event-stream' },
      })
      expect(byEvents.status).toBe(429)
    } finally {
      await slow[Symbol.asyncDispose]()
    }
  })

  it('refuse a mutation with a cookie from a page of another origin', async () => {
    const asha = await join(node)
    const answer = await call(node.url, 'POST', '/graphql', {
      body: { query: 'mutation { cancelSearch }' },
      headers: { cookie: `rapport_session=${asha.token}`, origin: 'https://elsewhere.example' },
    })
    expect(answer.status).toBe(403)
  })
})
