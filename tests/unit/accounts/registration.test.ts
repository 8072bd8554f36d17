import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DESKTOP_AGENT } from '#schema/desktop.ts'
import { hashSecret } from '#server/domains/accounts/secrets.ts'
import { ADDRESS, CALLER, openAccounts, type TestAccounts } from '../../kit/accounts.ts'
import { aRegistration } from '../../kit/person.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'

// Each answer about a known address takes at least a quarter of a second.
vi.mock('#server/domains/accounts/minimum-response-time.ts', () => ({
  withMinimumResponseTime: (work: () => unknown) => work(),
}))

const DAY = 24 * 60 * 60_000
const rows = useStarted(openRows)
let kit: TestAccounts
beforeEach(async () => {
  kit = await openAccounts(rows)
})

const prisma = () => rows.database.prisma
const register = (...[input, position = null, origin = CALLER]: RegisterArguments) =>
  kit.accounts.register(aRegistration(input), position, origin)
type RegisterArguments = [
  Parameters<typeof aRegistration>[0]?,
  Parameters<TestAccounts['accounts']['register']>[1]?,
  Parameters<TestAccounts['accounts']['register']>[2]?,
]
const fieldOf = (field: string) => ({ code: 'INVALID', fields: { [field]: expect.any(String) } })

describe('a registration', () => {
  it('opens a session, and returns the member without hash and coordinates', async () => {
    const input = aRegistration({ interests: ['Jazz', 'Chess'], lookingFor: ['Dating', 'Friendship'] })
    const { token, user } = await kit.accounts.register(input, null, { ...CALLER, device: 'device' })
    const { password, ...profile } = input
    expect(user).toMatchObject({ ...profile, lookingFor: expect.arrayContaining(input.lookingFor) })
    expect(user).toMatchObject({ emailVerified: false, premiumUser: false, role: 'MEMBER', stars: 0 })
    for (const hidden of ['passwordHash', 'latitude', 'longitude']) expect(user).not.toHaveProperty(hidden)
    const member = await kit.accounts.memberOf(token)
    expect(member).toMatchObject({ id: user.id, isNewAccount: true })
    const session = await kit.sessionOf({ sessionKey: member?.sessionKey ?? '' })
    expect(session).toMatchObject({ ...CALLER, userId: user.id, created: kit.at() })
    expect(Buffer.from(session.device ?? []).toString()).toBe('device')
  })

  it('appears among the sign-ins of the member', async () => {
    const { user } = await register({}, null, { userAgent: null, ipAddress: ADDRESS })
    expect(await kit.accounts.signIns(user.id, { pageNumber: 0, size: 10 })).toEqual({
      elements: [
        {
          id: expect.any(String),
          time: kit.at(),
          kind: 'register',
          address: ADDRESS,
          browser: 'Unknown browser',
          system: 'Unknown system',
          placeGiven: false,
        },
      ],
      totalElements: 1,
      totalPages: 1,
      last: true,
    })
  })

  it('emits the profile, is logged, and mails a verification link that is valid for 24 hours', async () => {
    const { user } = await register()
    const { id: userId, displayName, interests, userName: email } = user
    expect(kit.emitted).toEqual([{ name: 'profileWritten', event: { userId, displayName, interests } }])
    expect(kit.securityEvents).toEqual([{ event: 'authn_register', userId, network: ADDRESS }])
    expect(kit.sent).toEqual([
      ['verification', { email, displayName, language: 'en', code: expect.any(String), desktop: false }],
    ])
    const [stored] = await prisma().emailVerification.findMany({ where: { userId } })
    expect(stored).toMatchObject({ purpose: 'VERIFY', expires: kit.at(DAY), usedAt: null })
  })

  it('mails a link that opens the app when it comes from the desktop app', async () => {
    await register({}, null, { ...CALLER, userAgent: `${DESKTOP_AGENT}/1.0` })
    expect(kit.sent).toMatchObject([['verification', { desktop: true }]])
  })

  it.each([
    [
      'the place that the form names',
      { latitude: 18.5204, longitude: 73.8567 },
      null,
      [18.52, 73.86, 'India'],
    ],
    ['the position of the request', {}, { latitude: 48.8566, longitude: 2.3522 }, [48.86, 2.36, 'France']],
    ['no place without both coordinates', { latitude: 18.5204 }, null, [null, null, null]],
    ['no place without a latitude', { longitude: 73.8567 }, null, [null, null, null]],
    ['no place without a position', {}, null, [null, null, null]],
  ])('stores %s', async (_, input, position, stored) => {
    const { user } = await register(input, position)
    const { latitude, longitude, country } = await kit.storedUser(user.id)
    expect([latitude, longitude, country]).toEqual(stored)
  })

  it('goes through the screening by address, device and network, and links the account with known persons', async () => {
    kit.screening.known = [{ kind: 'device', userId: 'banned', displayName: 'Ben' }]
    const input = { userName: 'newcomer@example.com' }
    const { user } = await register(input, null, { ...CALLER, device: 'device', hasProofOfWork: true })
    const other = await register({}, null, { userAgent: null, ipAddress: null })
    expect(kit.screening.checked).toEqual([
      { email: input.userName, device: 'device', address: ADDRESS, hasProofOfWork: true },
      { email: other.user.userName, device: null, address: null, hasProofOfWork: false },
    ])
    expect(kit.screening.entered).toEqual([
      [user.id, kit.screening.known],
      [other.user.id, kit.screening.known],
    ])
  })
})

describe('the refusal of a registration', () => {
  it.each([
    ['with a disposable address', { userName: 'someone@mailinator.com' }, 'userName'],
    ['with the address of an erased account', { userName: 'x@deleted.invalid' }, 'userName'],
    ['with the address of a demo account', { userName: 'asha@demo.test' }, 'userName'],
    ['with a link in the display name', { displayName: 'visit www.example.com' }, 'displayName'],
    ['with a common password', { password: 'Password1!' }, 'password'],
    ['with a password made of the name', { password: 'Sailors-1', displayName: 'Sailors' }, 'password'],
  ])('comes before the screening and before anything is stored: %s', async (_, input, field) => {
    const before = await prisma().user.count()
    await expect(register(input)).rejects.toMatchObject(fieldOf(field))
    expect(await prisma().user.count()).toBe(before)
    expect([kit.screening.checked, kit.sent, kit.securityEvents]).toEqual([[], [], []])
  })

  it('comes after ten attempts from one address within an hour, including refused ones', async () => {
    const proven = { ...CALLER, hasProofOfWork: true }
    const weak = { password: 'Password1!' }
    for (let count = 0; count < 10; count += 1)
      await expect(register(weak, null, proven)).rejects.toMatchObject({ code: 'INVALID' })
    await expect(register({}, null, proven)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await register({}, null, { ...proven, ipAddress: '198.51.100.9' })
    for (let count = 0; count < 10; count += 1)
      await register(weak, null, { ...proven, ipAddress: null }).catch(() => undefined)
    await expect(register({}, null, { ...proven, ipAddress: null })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    })
  })

  it('comes without proof of work after six registrations from one address within an hour', async () => {
    for (let count = 0; count < 6; count += 1)
      await expect(register({ password: 'Password1!' })).rejects.toMatchObject({ code: 'INVALID' })
    await expect(register()).rejects.toMatchObject({ code: 'PROOF_REQUIRED' })
    expect((await register({}, null, { ...CALLER, hasProofOfWork: true })).token).toEqual(expect.any(String))
  })
})

// covers: beyond-relay-addresses
it.each(['mozmail.com', 'duck.com', 'passmail.net', 'simplelogin.com', 'asha.anonaddy.com', 'keemail.me'])(
  'a registration is accepted from the lasting address at %s',
  async (domain) => {
    const userName = `asha-${crypto.randomUUID().slice(0, 8)}@${domain}`
    expect(await kit.join({ userName })).toMatchObject({ userName })
  },
)

it.each(['mailinator.com', 'duck.com.mailinator.com', 'notduck.com.yopmail.com'])(
  'a registration is refused from the throw-away address at %s',
  async (domain) => {
    const userName = `asha-${crypto.randomUUID().slice(0, 8)}@${domain}`
    await expect(kit.join({ userName })).rejects.toMatchObject({ code: 'INVALID' })
  },
)

describe('a registration with a known address', () => {
  const conflict = {
    code: 'CONFLICT',
    message: expect.stringContaining('start over'),
    fields: { userName: 'An account with this email already exists' },
  }

  it('fails, and mails a link to start over if the address was never verified', async () => {
    const first = await kit.join()
    kit.forgetRecords()
    await expect(register({ userName: first.userName })).rejects.toMatchObject(conflict)
    expect(kit.sent).toEqual([
      ['startOver', { email: first.userName, language: 'en', code: expect.any(String) }],
    ])
    const { code } = kit.mailed('startOver')
    const stored = await prisma().emailVerification.findUniqueOrThrow({
      where: { codeHash: hashSecret(code) },
    })
    expect(stored).toMatchObject({ userId: first.id, purpose: 'REMOVE', expires: kit.at(DAY) })
    expect([kit.emitted, kit.securityEvents]).toEqual([[], []])
    await expect(register({ userName: first.userName })).rejects.toMatchObject(conflict)
    expect(kit.sent, 'one mail in a quarter of an hour').toHaveLength(1)
  })

  it('fails with the same message, without a mail, if the address was verified', async () => {
    const { id, userName } = await kit.join()
    await prisma().user.update({ where: { id }, data: { emailVerified: true } })
    kit.forgetRecords()
    await expect(register({ userName })).rejects.toMatchObject(conflict)
    expect(kit.sent).toEqual([])
  })

  it('does not explain other failures of the database', async () => {
    await expect(register({ age: 2 ** 40 })).rejects.not.toMatchObject({ code: 'CONFLICT' })
    expect(kit.sent).toEqual([])
  })
})
