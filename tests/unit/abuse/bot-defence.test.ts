import { Redis } from 'ioredis'
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { PROOF_HEADER } from '#schema/proof.ts'
import { createBotDefence } from '#server/domains/abuse/bots/bot-defence.ts'
import { createProofOfWork } from '#server/domains/abuse/bots/proof-of-work.ts'
import { createProofReplayCache } from '#server/domains/abuse/bots/proof-replay-cache.ts'
import { createRateLimits, type RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { createTestClock } from '../../kit/clock.ts'
import { solve } from '../../kit/proof.ts'

const ADDRESS = '203.0.113.7'
const TEN_MINUTES = 10 * 60_000
const SECRET = Buffer.alloc(32, 7)
const START = createTestClock().now()

let clock: ReturnType<typeof createTestClock>
let limits: RateLimits
const errors: unknown[] = []
beforeEach(() => {
  clock = createTestClock(START)
  limits = createRateLimits({ redis: null, factor: 1, note: () => undefined })
  errors.length = 0
})

const spentBy = (redis: Parameters<typeof createProofReplayCache>[0]['redis'] = null) =>
  createProofReplayCache({
    redis,
    clock,
    lifetime: TEN_MINUTES,
    onError: (error) => void errors.push(error),
  })
const proofsOf = (secret = SECRET) => createProofOfWork({ secret, replayCache: spentBy(), clock })
const defence = (when: 'always' | 'bursts' | 'off') => createBotDefence({ proofs: proofsOf(), limits, when })
const demanded = expect.objectContaining({ code: 'PROOF_REQUIRED', challenge: expect.any(Object) })
const times = async (count: number, act: () => Promise<unknown>) => {
  for (let index = 0; index < count; index += 1) await act()
}

describe('a registration', () => {
  it('needs a proof of work always or never, depending on the setting', async () => {
    await expect(defence('always').beforeRegistration(ADDRESS, false)).rejects.toEqual(demanded)
    await defence('always').beforeRegistration(ADDRESS, true)
    await times(10, () => limits.count('registerByAddress', ADDRESS))
    await defence('off').beforeRegistration(ADDRESS, false)
  })

  it('needs a proof of work after five an hour, until the limit of ten refuses it', async () => {
    const { beforeRegistration } = defence('bursts')
    await times(5, () => limits.count('registerByAddress', ADDRESS))
    await beforeRegistration(ADDRESS, false)
    await limits.count('registerByAddress', ADDRESS)
    await expect(beforeRegistration(ADDRESS, false)).rejects.toEqual(demanded)
    await beforeRegistration(ADDRESS, true)
    await beforeRegistration('198.51.100.9', false)
    await times(3, () => limits.count('registerByAddress', ADDRESS))
    await expect(beforeRegistration(ADDRESS, false)).rejects.toEqual(demanded)
    await limits.count('registerByAddress', ADDRESS)
    await beforeRegistration(ADDRESS, false)
  })
})

describe('a login', () => {
  const login = { address: ADDRESS, email: 'asha@example.com', accountAndNetwork: 'asha here' }

  it.each([
    ['failedLoginByAddress', ADDRESS, 6],
    ['failedLoginByAccount', 'asha@example.com', 6],
    ['loginByAddress', ADDRESS, 60],
    ['loginByAccountAndNetwork', 'asha here', 10],
  ] as const)('needs a proof of work when the limit %s is reached', async (name, key, count) => {
    const { beforeLogin } = defence('bursts')
    await times(count - 1, () => limits.count(name, key))
    await beforeLogin(login)
    await limits.count(name, key)
    await expect(beforeLogin(login)).rejects.toEqual(demanded)
    await defence('off').beforeLogin(login)
    await beforeLogin({ address: 'other', email: 'other', accountAndNetwork: 'other' })
  })

  it('counts for its address and its account when it fails', async () => {
    await defence('bursts').loginFailed(login)
    expect(await limits.used('failedLoginByAddress', ADDRESS)).toBe(1 / 5)
    expect(await limits.used('failedLoginByAccount', 'asha@example.com')).toBe(1 / 5)
  })
})

describe('a conversation', () => {
  it('needs a proof of work after fifteen in ten minutes, and again after fifteen more', async () => {
    const { beforeConversation, conversationStarted } = defence('bursts')
    await times(15, () => conversationStarted('asha'))
    await beforeConversation({ id: 'asha' })
    await conversationStarted('asha')
    await expect(beforeConversation({ id: 'asha' })).rejects.toEqual(demanded)
    await defence('off').beforeConversation({ id: 'asha' })
    await beforeConversation({ id: 'asha', hasProofOfWork: true })
    await times(15, () => conversationStarted('asha'))
    await beforeConversation({ id: 'asha' })
    await conversationStarted('asha')
    await expect(beforeConversation({ id: 'asha' })).rejects.toEqual(demanded)
  })

  it('cannot start after ten others of a new account, even with a proof of work', async () => {
    const { beforeConversation, conversationStarted } = defence('off')
    const asha = { id: 'asha', isNewAccount: true }
    await times(9, () => conversationStarted('asha'))
    await beforeConversation(asha)
    await conversationStarted('asha')
    const refused = expect.objectContaining({ code: 'NEW_ACCOUNT_LIMIT' })
    await expect(beforeConversation({ ...asha, hasProofOfWork: true })).rejects.toEqual(refused)
    await beforeConversation({ id: 'asha' })
  })
})

describe('a proof of work', () => {
  let header: string
  beforeAll(async () => {
    clock = createTestClock(START)
    const solved = await solve(await proofsOf().challenge())
    header = solved[PROOF_HEADER] ?? ''
  })

  it('counts once, and only within ten minutes', async () => {
    const proofs = proofsOf()
    expect(await proofs.accepts(header)).toBe(true)
    expect(await proofs.accepts(header)).toBe(false)
    const [early, late] = [proofsOf(), proofsOf()]
    clock.advance(TEN_MINUTES)
    expect(await early.accepts(header)).toBe(true)
    clock.advance(1)
    expect(await late.accepts(header)).toBe(false)
  })

  it('does not count with another secret, after a change or in a wrong format', async () => {
    expect(await proofsOf(Buffer.alloc(32, 8)).accepts(header)).toBe(false)
    const given = JSON.parse(Buffer.from(header, 'base64').toString())
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
    const { challenge, solution } = given
    const later = { ...challenge.parameters, expiresAt: challenge.parameters.expiresAt + 600 }
    for (const wrong of [
      undefined,
      '',
      'no json',
      encode(null),
      encode({ challenge }),
      encode({ challenge: { ...challenge, parameters: later }, solution }),
      encode({ challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } }),
      header.padEnd(4_097),
    ])
      expect([wrong, await proofsOf().accepts(wrong)]).toEqual([wrong, false])
    expect(await defence('bursts').acceptsProof(header.padEnd(4_096))).toBe(true)
  })
})

describe('the replay cache of proofs', () => {
  it('accepts each proof once, and none from before the server started', async () => {
    clock.advance(999)
    const { markUsed: spend } = spentBy()
    expect(await spend('one', START)).toBe(true)
    expect(await spend('one', START)).toBe(false)
    expect(await spend('two', START)).toBe(true)
    expect(await spend('three', START - 1)).toBe(false)
  })

  it('shares used proofs through Redis, and accepts proofs while Redis is away', async (context) => {
    const url = inject('redisUrl')
    if (!url) return context.skip('redis-server is not installed')
    const redis = new Redis(url)
    const [one, two] = [spentBy(redis), spentBy(redis)]
    const [id, other] = [crypto.randomUUID(), crypto.randomUUID()]
    expect(await one.markUsed(id, START - 60_000)).toBe(true)
    expect(await two.markUsed(id, START)).toBe(false)
    const kept = await redis.pttl(`proof:${id}`)
    expect([kept > TEN_MINUTES / 2, kept <= TEN_MINUTES]).toEqual([true, true])
    await redis.quit()
    expect(errors).toEqual([])
    expect(await one.markUsed(other, START)).toBe(true)
    expect(await one.markUsed(other, START)).toBe(false)
    expect(errors).toHaveLength(1)
  })
})
