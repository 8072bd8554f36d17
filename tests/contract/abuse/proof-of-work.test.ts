import { describe, expect, it } from 'vitest'
import { proof } from '#schema/proof.ts'
import { createProofOfWork } from '#server/domains/abuse/bots/proof-of-work.ts'
import { createProofReplayCache } from '#server/domains/abuse/bots/proof-replay-cache.ts'
import { startApp, startCluster, type TestApp } from '../../kit/app.ts'
import { createTestClock } from '../../kit/clock.ts'
import { aRegistration, call, join } from '../../kit/person.ts'
import { prove, solve } from '../../kit/proof.ts'
import { useNode } from '../../kit/use-node.ts'

const register = (node: TestApp, headers: Record<string, string> = {}) =>
  call(node.url, 'POST', '/api/user', { body: aRegistration(), headers })
const logIn = (node: TestApp, userName: string, password: string, headers: Record<string, string> = {}) =>
  call(node.url, 'POST', '/auth', { body: { userName, password }, headers })

describe('proof of work required for every registration', () => {
  const node = useNode({ env: { PROOF_OF_WORK: 'always' } })

  // covers: beyond-proof-of-work
  it('refuses a registration without a proof, and accepts one with it', async () => {
    const asked = await register(node)
    expect(asked).toMatchObject({ status: 428, body: { code: 'PROOF_REQUIRED' } })
    const answer = await register(node, await prove(asked))
    expect(answer.status).toBe(200)
  })

  it('accepts a proof once, even from two simultaneous registrations', async () => {
    const headers = await prove(await register(node))
    const answers = await Promise.all([register(node, headers), register(node, headers)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 428])
    expect((await register(node, headers)).status).toBe(428)
  })

  it('accepts the proof again after a registration with invalid fields', async () => {
    const headers = await prove(await register(node))
    const wrong = await call(node.url, 'POST', '/api/user', {
      body: aRegistration({ age: 12 }),
      headers,
    })
    expect(wrong.status).toBe(400)
    expect((await register(node, headers)).status).toBe(200)
  })

  it('refuses a forged, altered or unreadable proof, and still accepts the real one', async () => {
    const headers = await prove(await register(node))
    const given = proof.parse(JSON.parse(Buffer.from(headers['x-proof'] ?? '', 'base64').toString()))
    const { challenge, solution } = given
    const forged = [
      { challenge: { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '00' } }, solution },
      {
        challenge: {
          ...challenge,
          parameters: { ...challenge.parameters, expiresAt: challenge.parameters.expiresAt + 600 },
        },
        solution,
      },
      { challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } },
      { challenge, solution: { counter: -1, derivedKey: solution.derivedKey } },
      { challenge: { ...challenge, signature: '' }, solution },
      { solution },
    ]
    for (const one of forged) {
      const header = Buffer.from(JSON.stringify(one)).toString('base64')
      expect((await register(node, { 'x-proof': header })).status, JSON.stringify(one)).toBe(428)
    }
    for (const header of ['nonsense', 'e30=', 'x'.repeat(5000)])
      expect((await register(node, { 'x-proof': header })).status).toBe(428)
    expect((await register(node, headers)).status, 'the real one is still worth something').toBe(200)
  })
})

describe('proof of work after suspicious bursts', () => {
  const node = useNode({ env: { RATE_LIMIT_FACTOR: '1', PROOF_OF_WORK: 'bursts' } })

  it('starts with the 7th registration from an address, and the 11th is refused', async () => {
    for (let count = 0; count < 6; count += 1) expect((await register(node)).status).toBe(200)
    for (let count = 6; count < 10; count += 1) {
      const asked = await register(node)
      expect(asked.status).toBe(428)
      expect((await register(node, await prove(asked))).status).toBe(200)
    }
    expect((await register(node)).status).toBe(429)
  })

  it('guards every login from an address with more than five failed logins', async () => {
    const other = await startApp({ env: { RATE_LIMIT_FACTOR: '1', PROOF_OF_WORK: 'bursts' } })
    const { user } = await join(other)
    for (let count = 0; count < 6; count += 1)
      expect((await logIn(other, `nobody-${count}@example.com`, 'Wrong-Monsoon-1')).status).toBe(401)
    const asked = await logIn(other, user.userName, 'Monsoon-2026')
    expect(asked).toMatchObject({ status: 428, body: { code: 'PROOF_REQUIRED' } })
    expect((await logIn(other, user.userName, 'Monsoon-2026', await prove(asked))).status).toBe(200)
    expect((await logIn(other, user.userName, 'Monsoon-2026')).status).toBe(428)
    await other[Symbol.asyncDispose]()
  })

  // covers: beyond-proof-of-work-after-bursts
  it('guards a search after more than 15 new conversations, but not its next poll', async () => {
    const other = await startApp({
      env: { RATE_LIMIT_FACTOR: '1', PROOF_OF_WORK: 'bursts', NEW_ACCOUNT_HOURS: '0' },
    })
    const [asha, ben] = [await join(other, { premium: true }), await join(other, { premium: true })]
    const { chat } = other.app.context
    for (let count = 0; count < 16; count += 1) {
      const { conversationId } = await chat.open(asha.id, ben.id)
      await chat.resign(conversationId, asha.id)
    }
    const asked = await asha.call('GET', '/api/v1/conversation')
    expect(asked).toMatchObject({ status: 428, body: { code: 'PROOF_REQUIRED' } })
    expect((await asha.call('POST', '/api/v1/conversation', { secondUser: ben.id })).status).toBe(428)
    const graphql = await ben.call('POST', '/graphql', { query: 'mutation { findMatch { waitingSeconds } }' })
    const [{ extensions }] = graphql.body.errors as [{ extensions: object }]
    expect(extensions).toMatchObject({ code: 'PROOF_REQUIRED' })
    const proven = await call(other.url, 'POST', '/graphql', {
      token: ben.token,
      headers: await prove({ body: { message: '', ...extensions } }),
      body: { query: 'mutation { findMatch { waitingSeconds } cancelSearch }' },
    })
    expect(proven.body.errors).toBeUndefined()
    const headers = await prove(asked)
    const found = await call(other.url, 'GET', '/api/v1/conversation', { token: asha.token, headers })
    expect(found.status).toBe(202)
    expect((await asha.findMatch()).status, 'the next poll of the same search').toBe(202)
    await other[Symbol.asyncDispose]()
  })

  it('never starts when the operator disables it', async () => {
    const off = await startApp({ env: { RATE_LIMIT_FACTOR: '1', PROOF_OF_WORK: 'off' } })
    for (let count = 0; count < 8; count += 1) expect((await register(off)).status).toBe(200)
    for (let count = 0; count < 8; count += 1)
      expect((await logIn(off, `nobody-${count}@example.com`, 'x')).status).toBe(401)
    await off[Symbol.asyncDispose]()
  })
})

describe('a proof of work', () => {
  const secret = Buffer.alloc(32, 7)
  const open = (clock = createTestClock()) => {
    const replayCache = createProofReplayCache({
      redis: null,
      clock,
      lifetime: 10 * 60_000,
      onError: () => undefined,
    })
    return { clock, proofs: createProofOfWork({ secret, replayCache, clock }) }
  }

  it('expires after ten minutes', async () => {
    const { clock, proofs } = open()
    const [first, second] = [await proofs.challenge(), await proofs.challenge()]
    clock.advance(10 * 60_000 - 2_000)
    expect(await proofs.accepts((await solve(first))['x-proof'])).toBe(true)
    clock.advance(4_000)
    expect(await proofs.accepts((await solve(second))['x-proof'])).toBe(false)
  })

  it('expires with a restart of the server, because it may have been used', async () => {
    const { clock, proofs } = open()
    const header = (await solve(await proofs.challenge()))['x-proof']
    expect(await proofs.accepts(header)).toBe(true)
    clock.advance(2_000)
    expect(await open(clock).proofs.accepts(header)).toBe(false)
  })

  // covers: beyond-proof-works-once
  it('does not count on a second node once one node accepted it', async (context) => {
    const cluster = await startCluster(2, { env: { PROOF_OF_WORK: 'always' } })
    if (!cluster) return context.skip('redis-server is not installed')
    const [one, two] = cluster.nodes as [TestApp, TestApp]
    const headers = await prove(await register(one))
    expect((await register(two, headers)).status).toBe(200)
    expect((await register(one, headers)).status).toBe(428)
    await cluster[Symbol.asyncDispose]()
  })
})
