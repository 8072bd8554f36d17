import { describe, expect, it } from 'vitest'
import { startNode, type TestApp } from '../../kit/app.ts'
import { createTestDatabase } from '../../kit/database.ts'
import { socketClient } from '../../kit/graphql.ts'
import { call, join, type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

// 2 blocks an hour instead of 60: windows long enough for a busy machine.
const FACTOR = '0.03'

// Members register on the other node, which has high limits. Without Redis each node counts separately.
const database = useStarted(createTestDatabase)
const nodeWith = (env: Record<string, string>) =>
  useNode(() => ({ databaseUrl: database.url, env: { NEW_ACCOUNT_HOURS: '0', ...env } }))
const strict = nodeWith({ RATE_LIMIT_FACTOR: FACTOR })
const plentiful = nodeWith({})

const on = (node: TestApp, { token }: Person, method: string, path: string, body?: unknown) =>
  call(node.url, method, path, { token, ...(body === undefined ? {} : { body }) })

/** The one item of a structured field list: `"messageByAccount";r=1;t=10`. */
function itemOf(value: string | null) {
  const [, policy, parameters = ''] = /^"([\w-]+)"((?:;[a-z]+=\d+)+)$/.exec(value ?? '') ?? []
  const numbers = [...parameters.matchAll(/;([a-z]+)=(\d+)/g)].map(([, name, text]) => [name, Number(text)])
  const { r, t }: Record<string, number> = Object.fromEntries(numbers)
  return { policy, r, t }
}

describe('the answer of a limited REST call', () => {
  // covers: design-rate-limit-headers
  it('contains the quota and the rest of it, and with 429 the time to wait', async () => {
    const asha = await join(plentiful)
    const block = () => on(strict, asha, 'POST', '/api/v1/blocks', { userId: crypto.randomUUID() })
    const answers = [await block(), await block(), await block()]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 429])
    expect(answers.map(({ headers }) => headers.get('ratelimit-policy'))).toEqual(
      Array.from({ length: 3 }, () => '"blockByAccount";q=2;w=3600'),
    )
    const left = answers.map(({ headers }) => itemOf(headers.get('ratelimit')))
    expect(left).toMatchObject([
      { policy: 'blockByAccount', r: 1 },
      { policy: 'blockByAccount', r: 0 },
      { policy: 'blockByAccount', r: 0 },
    ])
    for (const { t = 0 } of left) {
      expect(t).toBeGreaterThan(0)
      expect(t).toBeLessThanOrEqual(3600)
    }
    expect(Number(answers[2]?.headers.get('retry-after'))).toBe(left[2]?.t)
  })

  it('names the limit nearest to exhaustion when a call counts against several', async () => {
    const body = { userName: 'nobody@example.com', password: 'Monsoon-2026' }
    const { headers } = await call(strict.url, 'POST', '/auth', { body })
    // By address 2 in 15 minutes, by account 1.
    expect(headers.get('ratelimit-policy')).toBe('"loginByAccountAndNetwork";q=1;w=900')
    expect(itemOf(headers.get('ratelimit'))).toMatchObject({ policy: 'loginByAccountAndNetwork', r: 0 })
  })

  it('carries no such header on calls without a limit', async () => {
    const { headers } = await call(strict.url, 'GET', '/healthz')
    expect([headers.get('ratelimit-policy'), headers.get('ratelimit')]).toEqual([null, null])
  })

  it('tells each of two simultaneous callers their own limit', async () => {
    const people = await Promise.all([join(plentiful), join(plentiful)])
    const [asha, ben] = people
    const send = (who: typeof asha) =>
      who.call('POST', '/api/v1/message', { conversationId: crypto.randomUUID(), message: 'Hello' })
    const session = (who: typeof asha) => who.call('GET', '/api/session')
    const [sent, seen] = await Promise.all([send(asha), session(ben)])
    expect(itemOf(sent.headers.get('ratelimit')).policy).toBe('messageByAccount')
    expect(itemOf(seen.headers.get('ratelimit')).policy).toBe('sessionByAccount')
  })
})

it('a limit of new accounts is named in the headers', async () => {
  const env = { RATE_LIMIT_FACTOR: FACTOR, NEW_ACCOUNT_HOURS: '24' }
  const node = await startNode({ databaseUrl: database.url, env })
  try {
    const asha = await join(plentiful)
    const reported = { reportedUserId: crypto.randomUUID(), reason: 'Spam' }
    const report = () => on(node, asha, 'POST', '/api/user/report/true', reported)
    await report()
    const { status, headers, body } = await report()
    expect([status, body.code]).toEqual([403, 'NEW_ACCOUNT_LIMIT'])
    expect(headers.get('ratelimit-policy')).toBe('"reportByAccount-new";q=1;w=3600')
    expect(itemOf(headers.get('ratelimit'))).toMatchObject({ r: 0 })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  } finally {
    await node[Symbol.asyncDispose]()
  }
})

describe('the result of a limited GraphQL operation', () => {
  const BLOCK = 'mutation($id: ID!) { block(userId: $id) }'

  // covers: design-rate-limit-headers
  it('contains the rest of the quota in its extensions, also when it is refused', async () => {
    const { asha, ben } = await pair(plentiful)
    const body = { query: BLOCK, variables: { id: ben.id } }
    const answers = []
    for (let count = 0; count < 3; count += 1)
      answers.push((await on(strict, asha, 'POST', '/graphql', body)).body)
    const usage = (remaining: number) => ({
      policy: 'blockByAccount',
      quota: 2,
      windowSeconds: 3600,
      remaining,
      resetSeconds: expect.any(Number),
    })
    expect(answers).toMatchObject([
      { extensions: { rateLimit: usage(1) } },
      { extensions: { rateLimit: usage(0) } },
      {
        extensions: { rateLimit: usage(0) },
        errors: [{ extensions: { code: 'RATE_LIMITED', rateLimit: usage(0) } }],
      },
    ])
  })

  it('carries no such extension without a limit', async () => {
    const asha = await join(plentiful)
    const answer = await on(plentiful, asha, 'POST', '/graphql', { query: '{ __typename }' })
    expect(answer.body).toEqual({ data: { __typename: 'Query' } })
  })

  it('contains it over a WebSocket as well', async () => {
    const { asha, ben } = await pair(plentiful)
    const client = socketClient(plentiful, asha.token)
    const results = []
    const variables = { id: ben.id }
    for await (const result of client.iterate({ query: BLOCK, variables })) results.push(result)
    expect(results).toMatchObject([{ extensions: { rateLimit: { policy: 'blockByAccount' } } }])
    await client.dispose()
  })
})
