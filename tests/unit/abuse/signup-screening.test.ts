import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { text } from '#schema/translatable.ts'
import { createSignupScreening } from '#server/domains/abuse/bots/signup-screening.ts'
import { createBanSignals } from '#server/domains/moderation/ban-evasion/ban-signals.ts'
import type { AutomaticReport, BanMatch } from '#server/domains/moderation/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { createTestClock } from '../../kit/clock.ts'
import { openRows } from '../../kit/rows.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useStarted } from '../../kit/use-started.ts'

const DAY = 24 * 60 * 60_000
const clock = createTestClock()
const at = (milliseconds = 0) => new Date(clock.now() + milliseconds)

const rows = useStarted(openRows)

const signalsFor = (days = 90) =>
  createBanSignals(testPlatform({ database: rows.database, clock }), { banSignalDays: days })
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const storedOf = (userId: string) => rows.database.prisma.banSignal.findMany({ where: { userId } })

/** A banned member with two sessions in one browser, one in another, and one from a long time ago. */
async function banned() {
  const userId = await rows.member()
  const { prisma } = rows.database
  await prisma.user.update({ where: { id: userId }, data: { bannedAt: at() } })
  const signals = await signalsFor()
  for (const [device, ipAddress, lastUsed] of [
    [`${userId}-first`, '203.0.113.7', at(-1)],
    [`${userId}-first`, '203.0.113.7', at(-2)],
    [null, null, at(-3)],
    [null, 'unknown', at(-4)],
    [`${userId}-old`, '198.51.100.9', at(-90 * DAY)],
  ] as const)
    await prisma.session.create({
      data: {
        id: uuidv7(),
        userId,
        tokenHash: new Uint8Array(crypto.getRandomValues(new Uint8Array(32))),
        device: device && signals.deviceHash(device),
        ipAddress,
        lastUsed,
        expires: at(DAY),
      },
    })
  await prisma.$transaction((transaction) => signals.store(userId, transaction))
  return { userId, signals }
}

describe('a banned member', () => {
  it('can be recognised for 90 days by mailbox, browsers and networks of the last 90 days', async () => {
    const { userId, signals } = await banned()
    const stored = await storedOf(userId)
    expect(stored.map(({ kind }) => kind).sort()).toEqual(['address', 'device', 'email'])
    for (const { kind, hash, created, expires } of stored) {
      expect([created, expires]).toEqual([at(), at(90 * DAY)])
      expect(hash).toHaveLength(32)
      if (kind === 'email') expect(hex(hash)).toBe(hex(signals.mailboxHash(`${userId}@example.com`)))
      if (kind === 'device')
        expect(hex(hash)).toBe(hex(signals.deviceHash(`${userId}-first`) ?? new Uint8Array()))
    }
    const other = { email: 'other@example.com', device: null, address: null }
    const known = async (entrant: object) => (await signals.findMatches({ ...other, ...entrant })).map(kindOf)
    const kindOf = ({ kind, userId: id }: BanMatch) => (id === userId ? kind : 'another')
    expect(await known({})).toEqual([])
    expect(await known({ email: `${userId}@example.com` })).toEqual(['email'])
    expect(await known({ device: `${userId}-first` })).toEqual(['device'])
    expect(await known({ device: `${userId}-old` })).toEqual([])
    expect(await known({ address: '203.0.113.7' })).toEqual(['address'])
    expect(await known({ address: '198.51.100.9' })).toEqual([])
    await rows.database.prisma.user.update({ where: { id: userId }, data: { bannedAt: null } })
    expect(await known({ email: `${userId}@example.com` })).toEqual([])
  })

  it('cannot be recognised after the ban is reversed, nor when the operator keeps no signals', async () => {
    const { userId, signals } = await banned()
    const { prisma } = rows.database
    await prisma.$transaction((transaction) => signals.delete(userId, transaction))
    expect(await storedOf(userId)).toEqual([])
    const none = await signalsFor(0)
    expect([none.signalDays, none.deviceHash('x')]).toEqual([0, null])
    await prisma.$transaction((transaction) => none.store(userId, transaction))
    expect(await storedOf(userId)).toEqual([])
  })
})

describe('a registration', () => {
  const entrant = { email: 'new@example.com', device: null, address: null }
  const person = (kind: BanMatch['kind']): BanMatch => ({ kind, userId: 'banned', displayName: 'Ben' })
  const demanded = new ApiError('PROOF_REQUIRED', text('Prove it.'))

  function entryFor(...known: BanMatch[]) {
    const [reports, pauses]: [AutomaticReport[], unknown[][]] = [[], []]
    const entry = createSignupScreening({
      signals: {
        signalDays: 90,
        mailboxHash: () => Buffer.alloc(0),
        deviceHash: () => null,
        store: async () => undefined,
        delete: async () => undefined,
        findMatches: async () => known,
      },
      botDefence: {
        async demandProof() {
          throw demanded
        },
      },
      reports: {
        async report(one) {
          reports.push(one)
          return 'report'
        },
      },
      async pause(...values) {
        pauses.push(values)
      },
      now: () => clock.now(),
    })
    return { entry, reports, pauses }
  }

  // covers: beyond-banned-mailbox-not-revealed
  it('gets no challenge for the mailbox of a banned member alone, which would reveal the ban', async () => {
    const { entry } = entryFor(person('email'))
    expect(await entry.check({ ...entrant, hasProofOfWork: false })).toEqual([person('email')])
  })

  it.each(['device', 'address'] as const)(
    'needs a proof of work when it matches a banned member by %s',
    async (kind) => {
      const { entry } = entryFor(person(kind))
      await expect(entry.check({ ...entrant, hasProofOfWork: false })).rejects.toBe(demanded)
      expect(await entry.check({ ...entrant, hasProofOfWork: true })).toEqual([person(kind)])
    },
  )

  it('needs no proof of work and causes no report without a match', async () => {
    const { entry, reports, pauses } = entryFor()
    expect(await entry.check({ ...entrant, hasProofOfWork: false })).toEqual([])
    await entry.reportMatches('new', [])
    expect([reports, pauses]).toEqual([[], []])
  })

  it('causes a report and a pause in the browser of a banned member', async () => {
    const { entry, reports, pauses } = entryFor()
    await entry.reportMatches('new', [person('address'), person('device')])
    const reason = 'Registered in the browser of a banned member'
    expect(reports).toMatchObject([
      {
        kind: 'EVASION',
        userId: 'new',
        reason,
        priority: 80,
        evidence: [
          { id: 'address:banned', senderId: 'banned', time: at().toISOString() },
          { id: 'device:banned', message: 'Same device as a banned member: Ben' },
        ],
      },
    ])
    expect(pauses).toEqual([['new', reason, 'report']])
  })

  it('causes a report but no pause from the network of a banned member', async () => {
    const { entry, reports, pauses } = entryFor()
    await entry.reportMatches('new', [person('address')])
    const reason = 'Registered from the network of a banned member'
    expect(reports).toMatchObject([{ kind: 'EVASION', userId: 'new', reason, priority: 10 }])
    expect(pauses).toEqual([])
  })
})
