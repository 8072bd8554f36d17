import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSessions, type Sessions } from '#server/domains/accounts/sessions/sessions.ts'
import { signInOf } from '#server/domains/accounts/sessions/sign-ins.ts'
import { createTestClock } from '../../kit/clock.ts'
import { openRows } from '../../kit/rows.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useStarted } from '../../kit/use-started.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const clock = createTestClock()
const at = (milliseconds = 0) => new Date(clock.now() + milliseconds)
const CALLER = { userAgent: 'Browser/1', ipAddress: '203.0.113.7' }

const rows = useStarted(openRows)
let sessions: Sessions
const open = (changes: object = {}) =>
  createSessions({
    ...testPlatform({ database: rows.database, clock }),
    newAccountHours: 24,
    demoAccounts: false,
    staffTwoFactor: true,
    signupScreening: { deviceHash: (device) => new Uint8Array(Buffer.from(device)) },
    ...changes,
  })
beforeEach(() => {
  sessions = open()
})

const prisma = () => rows.database.prisma
type Changes = Parameters<ReturnType<typeof prisma>['user']['update']>[0]['data']

async function loggedIn(changes: Changes = {}, caller: Parameters<Sessions['mint']>[0] = CALLER) {
  const userId = await rows.member()
  const user = await prisma().user.update({ where: { id: userId }, data: { created: at(), ...changes } })
  return { userId, ...(await another(userId, user.role, caller)) }
}
async function another(
  userId: string,
  role: Parameters<Sessions['mint']>[1] = 'MEMBER',
  caller: Parameters<Sessions['mint']>[0] = CALLER,
) {
  const { token, record } = sessions.mint(caller, role)
  await prisma().session.create({ data: { ...record, userId } })
  return { token, id: record.id, key: Buffer.from(record.tokenHash).toString('base64url') }
}
const storedOf = (id: string) => prisma().session.findUniqueOrThrow({ where: { id } })

describe('a session', () => {
  it('keeps the hash of its token, and its browser', async () => {
    const first = sessions.mint({ ...CALLER, device: 'device' })
    const second = sessions.mint(CALLER)
    expect(first.token).not.toBe(second.token)
    expect(first.record).toMatchObject({ ...CALLER, created: at(), lastUsed: at(), expires: at(30 * DAY) })
    expect(Buffer.from(first.record.device ?? []).toString()).toBe('device')
    expect(second.record.device).toBeNull()
    expect(Buffer.from(first.record.tokenHash).toString('base64url')).not.toBe(first.token)
    expect(signInOf(first.record, 'login', clock.now())).toEqual({
      id: first.record.id,
      visitType: 'login',
      visitTime: at(),
      ...CALLER,
    })
  })

  it('returns its member with the fields that requests need', async () => {
    const { userId, token, key } = await loggedIn({
      premiumUntil: at(1),
      filterByGender: 'Male',
      minPartnerAge: 25,
    })
    expect(await sessions.memberOf(token)).toEqual({
      id: userId,
      sessionKey: key,
      displayName: 'Asha',
      emailVerified: false,
      role: 'MEMBER',
      staffFactor: 'NOT_NEEDED',
      premium: true,
      suspended: false,
      isNewAccount: true,
      interests: ['Jazz'],
      gender: 'Female',
      filterByGender: 'Male',
      lookingFor: ['Friendship'],
      age: 31,
      minPartnerAge: 25,
      maxPartnerAge: null,
      languages: ['en'],
      learning: [],
      language: 'en',
    })
    expect(await sessions.memberOf('unknown')).toBeNull()
    clock.advance(1_001)
    expect(await sessions.memberOf(token)).toMatchObject({ premium: false, filterByGender: null })
  })

  it('belongs to a new account for the configured hours', async () => {
    const young = await loggedIn({ created: at(-24 * HOUR + 1) })
    const old = await loggedIn({ created: at(-24 * HOUR) })
    expect(await sessions.memberOf(young.token)).toMatchObject({ isNewAccount: true })
    expect(await sessions.memberOf(old.token)).toMatchObject({ isNewAccount: false })
  })

  it('lasts a second more after another node ended it, but not after this node did', async () => {
    const { id, key, token } = await loggedIn()
    // The cache reads its clock once a millisecond: each of these two is read once after that time.
    const [early, late] = [open(), open()]
    for (const node of [sessions, early, late]) expect(await node.memberOf(token)).not.toBeNull()
    expect(await sessions.revoke(key)).toBe(true)
    expect(await sessions.revoke(key)).toBe(false)
    expect(await sessions.memberOf(token)).toBeNull()
    expect((await storedOf(id)).revokedAt).toEqual(at())
    clock.advance(999)
    expect(await early.memberOf(token)).not.toBeNull()
    clock.advance(2)
    expect(await late.memberOf(token)).toBeNull()
  })

  it('comes from the database again once its member leaves the cache, unlike other sessions', async () => {
    const [asha, ben] = [await loggedIn(), await loggedIn()]
    for (const { token } of [asha, ben]) await sessions.memberOf(token)
    await prisma().user.updateMany({ data: { displayName: 'Renamed' } })
    sessions.forget(asha.userId)
    expect(await sessions.memberOf(asha.token)).toMatchObject({ displayName: 'Renamed' })
    expect(await sessions.memberOf(ben.token)).toMatchObject({ displayName: 'Asha' })
  })

  it('records its use every ten minutes, which postpones its end', async () => {
    const { userId, id, token } = await loggedIn({ lastSeen: at() })
    const opened = at()
    clock.advance(10 * MINUTE)
    await sessions.memberOf(token)
    expect((await storedOf(id)).lastUsed).toEqual(opened)
    clock.advance(1_001)
    await sessions.memberOf(token, { background: true })
    expect(await storedOf(id)).toMatchObject({ lastUsed: at(), expires: at(30 * DAY) })
    expect(await prisma().user.findUnique({ where: { id: userId } })).toMatchObject({ lastSeen: at() })
  })

  it('does not count as used through a request of another session', async () => {
    const [asha, ben] = [await loggedIn(), await loggedIn()]
    const opened = at()
    clock.advance(10 * MINUTE + 1)
    await sessions.memberOf(asha.token)
    expect((await storedOf(asha.id)).lastUsed).toEqual(at())
    expect((await storedOf(ben.id)).lastUsed).toEqual(opened)
  })

  it('records its use every minute when it belongs to staff, except in the background', async () => {
    const { id, token } = await loggedIn({ role: 'MODERATOR' })
    const opened = at()
    clock.advance(MINUTE)
    await sessions.memberOf(token)
    clock.advance(1)
    await sessions.memberOf(token, { background: true })
    expect((await storedOf(id)).lastUsed).toEqual(opened)
    await sessions.memberOf(token)
    expect((await storedOf(id)).lastUsed).toEqual(at())
  })

  it('ends after an hour without use when it belongs to staff, even if it was stored as a member session', async () => {
    const { id, token, key, userId } = await loggedIn()
    await prisma().user.update({ where: { id: userId }, data: { role: 'ADMIN' } })
    clock.advance(HOUR - 1)
    expect(await sessions.filterEnded([key])).toEqual([])
    clock.advance(1)
    expect(await sessions.filterEnded([key, 'unknown'])).toEqual([key, 'unknown'])
    expect(await sessions.memberOf(token)).toBeNull()
    expect(await sessions.statusOf(key)).toBe('logged out')
    sessions = open({ staffTwoFactor: false })
    expect(await sessions.memberOf(token)).toMatchObject({ id: userId, staffFactor: 'NOT_NEEDED' })
    expect((await storedOf(id)).revokedAt).toBeNull()
    expect(open().mint(CALLER, 'MODERATOR').record.expires).toEqual(at(HOUR))
  })

  it('comes from the database each time until a member of staff has proven the second factor', async () => {
    const { id, token, userId } = await loggedIn({ role: 'MODERATOR' })
    const factor = async () => (await sessions.memberOf(token))?.staffFactor
    expect(await factor()).toBe('ENROLMENT_REQUIRED')
    const secret = new Uint8Array(20)
    await prisma().secondFactor.create({ data: { userId, secret, created: at(), confirmedAt: at() } })
    expect(await factor()).toBe('PROOF_REQUIRED')
    await prisma().session.update({ where: { id }, data: { factorAt: at(-1) } })
    expect(await factor()).toBe('PROOF_REQUIRED')
    await prisma().session.update({ where: { id }, data: { factorAt: at() } })
    expect(await factor()).toBe('PROVEN')
    await prisma().session.update({ where: { id }, data: { factorAt: null } })
    expect(await factor()).toBe('PROVEN')
  })

  it('reports at any time whether its member is active, suspended or logged out', async () => {
    const { userId, key } = await loggedIn()
    expect(await sessions.statusOf(key)).toBe('here')
    await prisma().user.update({ where: { id: userId }, data: { suspendedUntil: at(1) } })
    expect(await sessions.statusOf(key)).toBe('suspended')
    await sessions.revoke(key)
    expect(await sessions.statusOf(key)).toBe('logged out')
    expect(await sessions.filterEnded([key])).toEqual([key])
  })

  it('ends when its time is over', async () => {
    const { id, key, token } = await loggedIn()
    await prisma().session.update({ where: { id }, data: { expires: at(1) } })
    expect(await sessions.filterEnded([key])).toEqual([])
    await prisma().session.update({ where: { id }, data: { expires: at() } })
    expect(await sessions.filterEnded([key])).toEqual([key])
    expect(await sessions.memberOf(token)).toBeNull()
  })

  it('fails for a demo account unless demo accounts are enabled', async () => {
    const { userId, token } = await loggedIn({ demo: true, userName: `${uuidv7()}@demo.example` })
    const isMember = async (made: Sessions) => (await made.memberOf(token))?.id === userId
    expect([await isMember(open()), await isMember(open({ demoAccounts: true }))]).toEqual([false, true])
  })

  it('ends together with all sessions of its member, or all but a given one', async () => {
    const { userId, key } = await loggedIn()
    const [second, third, other] = [await another(userId), await another(userId), await loggedIn()]
    const end = (except?: string) =>
      prisma().$transaction((transaction) => sessions.revokeAll(userId, transaction, except))
    expect((await end(key)).sort()).toEqual([second.key, third.key].sort())
    expect(await end()).toEqual([key])
    expect(await end()).toEqual([])
    expect(await sessions.filterEnded([other.key])).toEqual([])
  })
})
