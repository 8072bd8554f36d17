import { beforeEach, describe, expect, it } from 'vitest'
import type { ProfileUpdate } from '#schema/profile.ts'
import { ADDRESS, CALLER, memberOf, openAccounts, type TestAccounts } from '../../kit/accounts.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'

const PUNE = { latitude: 18.5204, longitude: 73.8567 }
const ORIGIN = { userAgent: 'Browser/2', ipAddress: '198.51.100.9' }

const rows = useStarted(openRows)
let kit: TestAccounts
beforeEach(async () => {
  kit = await openAccounts(rows)
})

const prisma = () => rows.database.prisma
type Changes = Parameters<ReturnType<typeof prisma>['user']['update']>[0]['data']
const profiles = () => kit.accounts.profiles

async function joined(changes: Changes = {}) {
  const asha = await kit.join()
  await prisma().user.update({ where: { id: asha.id }, data: changes })
  // Read again, because the session contains whether its member has premium.
  kit.clock.advance(1_001)
  const member = await memberOf(kit.accounts, asha.token)
  kit.forgetRecords()
  return { ...asha, member }
}
const premium = () => joined({ premiumUntil: kit.at(60_000) })
const profile = (id: string, changes: Partial<ProfileUpdate> = {}): ProfileUpdate => ({
  id,
  displayName: 'Asha Menon',
  interests: ['Chess'],
  age: 32,
  lookingFor: ['Dating'],
  nearBy: true,
  filterByGender: 'male',
  ...changes,
})

describe('reading the own profile', () => {
  it('returns the member, with the place of a position once one is given', async () => {
    const asha = await joined()
    const { displayName } = asha
    const place = { city: null, state: null, country: null, location: null }
    expect(await profiles().read(asha.id, null)).toMatchObject({ id: asha.id, displayName, ...place })
    expect(await profiles().read(asha.id, PUNE)).toMatchObject({
      city: 'Pune',
      country: 'India',
      location: 'Pune, Maharashtra, India',
    })
    expect(await kit.storedUser(asha.id)).toMatchObject({ latitude: 18.52, longitude: 73.86 })
  })

  it.each([
    ['further north', { latitude: 19.08, longitude: PUNE.longitude }],
    ['further west', { latitude: PUNE.latitude, longitude: 72.88 }],
  ])('stores a position %s, and none too vague or as it was', async (_, moved) => {
    const { id } = await joined()
    await profiles().read(id, PUNE)
    await profiles().read(id, { ...moved, accuracy: 50_001 })
    expect(await kit.storedUser(id)).toMatchObject({ latitude: 18.52, longitude: 73.86 })
    await prisma().user.update({ where: { id }, data: { city: 'Named before' } })
    expect(await profiles().read(id, PUNE)).toMatchObject({ city: 'Named before' })
    expect((await profiles().read(id, moved)).city).not.toBe('Named before')
    const { latitude, longitude } = await kit.storedUser(id)
    expect([latitude, longitude]).not.toEqual([18.52, 73.86])
  })

  describe('of a member who moves', () => {
    /** Ten kilometres further north with each step. */
    const stopAt = (step: number) => ({ ...PUNE, latitude: 20 + step * 0.09 })

    // covers: design-position-moves-limited
    it('stores six moves an hour, and then keeps the last position', async () => {
      const { id } = await joined()
      for (let step = 0; step <= 6; step += 1) await profiles().read(id, stopAt(step))
      const stored = await kit.storedUser(id)
      expect(stored.latitude).toBe(20.54)
      await expect(profiles().read(id, stopAt(7))).resolves.toMatchObject({ city: stored.city })
      expect(await kit.storedUser(id)).toEqual(stored)
    })

    // covers: design-position-moves-limited
    it('stores 48 moves a day', async () => {
      const { id } = await joined()
      await profiles().read(id, stopAt(0))
      for (let count = 0; count < 47; count += 1) await kit.limits.count('moveByAccountADay', id)
      await profiles().read(id, stopAt(1))
      await profiles().read(id, stopAt(2))
      expect((await kit.storedUser(id)).latitude).toBe(20.09)
    })

    it('does not count steps within a cell, where nothing changes for others', async () => {
      const { id } = await joined()
      await profiles().read(id, PUNE)
      const { latitude, longitude } = kit.cells.middleOf(id, PUNE)
      await profiles().read(id, { latitude, longitude })
      const { shownLatitude, shownLongitude } = await kit.storedUser(id)
      // Pune itself may be at the edge of a cell, which depends on the id: the way to the middle can be a move.
      const before = await kit.limits.used('moveByAccount', id)
      for (let step = 0; step < 20; step += 1)
        await profiles().read(id, { latitude: latitude + (step % 2) * 0.02, longitude })
      expect(await kit.storedUser(id)).toMatchObject({ shownLatitude, shownLongitude })
      expect(await kit.limits.used('moveByAccount', id)).toBe(before)
    })
  })

  it('fails for an account that no longer exists', async () => {
    const { id } = await joined()
    await prisma().user.delete({ where: { id } })
    await expect(profiles().read(id, null)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('changing the own profile', () => {
  it('stores, emits and returns the profile', async () => {
    const { id: userId, member, token } = await premium()
    const changed = profile(userId)
    expect(await profiles().update(member, changed)).toMatchObject(changed)
    const { filterByGender, ...stored } = changed
    expect(await kit.storedUser(userId)).toMatchObject({ ...stored, filterByGender: 'Male' })
    expect(kit.emitted).toEqual([
      { name: 'userChanged', event: { userId } },
      { name: 'interestsChanged', event: { userId, interests: ['Chess'] } },
      { name: 'profileWritten', event: { userId, displayName: 'Asha Menon', interests: ['Chess'] } },
    ])
    expect(await kit.accounts.memberOf(token)).toMatchObject({ displayName: 'Asha Menon', age: 32 })
  })

  it.each([
    ['male', 'Male'],
    ['female', 'Female'],
    ['transgender', 'Transgender'],
    [null, null],
  ] as const)('stores the filter %s as %s with premium', async (filterByGender, stored) => {
    const { id, member } = await premium()
    expect(await profiles().update(member, profile(id, { filterByGender }))).toMatchObject({ filterByGender })
    expect(await kit.storedUser(id)).toMatchObject({ filterByGender: stored, nearBy: true })
    await profiles().update(member, profile(id, { nearBy: false }))
    expect(await kit.storedUser(id)).toMatchObject({ nearBy: false })
  })

  // covers: beyond-age-wishes
  it('stores the ages to meet without premium, clears them with null and keeps them when left out', async () => {
    const { id, member } = await joined()
    const wishes = { minPartnerAge: 25, maxPartnerAge: 40 }
    expect(await profiles().update(member, profile(id, wishes))).toMatchObject(wishes)
    await profiles().update(member, profile(id))
    expect(await kit.storedUser(id)).toMatchObject(wishes)
    const none = { minPartnerAge: null, maxPartnerAge: null }
    expect(await profiles().update(member, profile(id, none))).toMatchObject(none)
  })

  it('resets premium choices without premium', async () => {
    const { id, member } = await joined({ nearBy: true, filterByGender: 'Male' })
    expect(await profiles().update(member, profile(id))).toMatchObject({
      nearBy: false,
      filterByGender: null,
    })
    expect(await kit.storedUser(id)).toMatchObject({ nearBy: false, filterByGender: null })
  })

  // covers: 5-nearby-needs-premium
  it('keeps the premium choices that a request leaves out, with and without premium', async () => {
    const choices = { nearBy: true, filterByGender: 'Male' } as const
    for (const premiumUntil of [null, kit.at(60_000)]) {
      const { id, member } = await joined({ ...choices, premiumUntil })
      const { nearBy: _, filterByGender: __, ...rest } = profile(id)
      await profiles().update(member, { ...rest, language: 'de' })
      expect(await kit.storedUser(id)).toMatchObject({ ...choices, language: 'de' })
    }
  })

  it('fails for another member, for a link in the name, and beyond its limit', async () => {
    const [asha, ben] = [await joined(), await joined()]
    const update = (id: string, changes = {}) => profiles().update(asha.member, profile(id, changes))
    await expect(update(ben.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(update(asha.id, { displayName: 'www.example.com' })).rejects.toMatchObject({
      code: 'INVALID',
      fields: { displayName: expect.any(String) },
    })
    for (let count = 1; count < 30; count += 1) await kit.limits.consume('profileByAccount', asha.id)
    await expect(update(asha.id)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    for (const { id, displayName } of [asha, ben])
      expect(await kit.storedUser(id)).toMatchObject({ displayName })
    expect(kit.emitted).toEqual([])
  })
})

describe('a member’s own profile', () => {
  it('shows premium, its filter and the choice to be found while premium lasts', async () => {
    const { id } = await joined({ premiumUntil: kit.at(60_000), nearBy: true, filterByGender: 'Transgender' })
    const shown = { premiumUser: true, nearBy: true, filterByGender: 'transgender' }
    expect(await profiles().read(id, null)).toMatchObject(shown)
    kit.clock.advance(60_000)
    const lapsed = { premiumUser: false, nearBy: false, filterByGender: null }
    expect(await profiles().read(id, null)).toMatchObject(lapsed)
    await prisma().user.update({ where: { id }, data: { premiumUntil: null } })
    expect(await profiles().read(id, null)).toMatchObject({ ...lapsed, nearBy: true })
  })

  it('shows the known parts of a place, and the choices in the order of the form', async () => {
    const lookingFor = ['Friendship', 'Dating']
    const { id } = await joined({ city: null, state: 'Goa', country: 'India', lookingFor })
    const shown = await profiles().read(id, null)
    expect(shown.location).toBe('Goa, India')
    await prisma().user.update({ where: { id }, data: { lookingFor: lookingFor.toReversed() } })
    expect((await profiles().read(id, null)).lookingFor).toEqual(shown.lookingFor)
    expect([...shown.lookingFor].sort()).toEqual(['Dating', 'Friendship'])
  })
})

describe('a visit', () => {
  const visit = (member: Parameters<ReturnType<typeof profiles>['recordVisit']>[0], input: object) =>
    profiles().recordVisit(
      member,
      { profileOwnerId: member.id, visitType: 'register', location: null, ...input },
      ORIGIN,
    )
  const visitsOf = (visitorId: string) =>
    prisma().profileVisitor.findMany({ where: { visitorId }, orderBy: { id: 'asc' } })

  it('adds the place to the sign-in of this session at the own profile', async () => {
    const { id, member } = await joined()
    const [signIn] = await visitsOf(id)
    const location = { ...PUNE, accuracy: 12 }
    expect(await visit(member, { location })).toEqual({
      id: signIn?.id,
      visitorId: id,
      profileOwnerId: id,
      visitType: 'register',
      visitTime: signIn?.visitTime.toISOString(),
    })
    expect(await visitsOf(id)).toMatchObject([
      { ...CALLER, latitude: 18.52, longitude: 73.86, accuracy: 12, visitType: 'register' },
    ])
    await visit(member, { location: PUNE })
    expect(await visitsOf(id)).toMatchObject([{ latitude: 18.52, accuracy: null }])
    const { elements } = await kit.accounts.signIns(id, { pageNumber: 0, size: 1 })
    expect(elements).toMatchObject([{ placeGiven: true, address: ADDRESS }])
  })

  it('creates a record of its own if this session has no sign-in of its kind', async () => {
    const { id, member } = await joined()
    await visit(member, { visitType: 'login' })
    await visit({ ...member, sessionKey: 'unknown' }, {})
    const [, second, third] = await visitsOf(id)
    const own = { ...ORIGIN, visitorId: id, profileOwnerId: id, visitTime: kit.at(), latitude: null }
    expect(second).toMatchObject({ ...own, visitType: 'login' })
    expect(third).toMatchObject({ ...own, visitType: 'register' })
  })

  it('succeeds at another profile if the two have talked, and fails otherwise', async () => {
    const [asha, ben] = [await joined(), await joined()]
    const input = { profileOwnerId: ben.id, visitType: 'register', location: PUNE }
    await expect(visit(asha.member, input)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await rows.conversation(asha.id, await rows.member())
    await expect(visit(asha.member, input)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await rows.conversation(asha.id, ben.id)
    const recorded = await visit(asha.member, input)
    expect(recorded).toMatchObject({ visitorId: asha.id, profileOwnerId: ben.id })
    const [, stored] = await visitsOf(asha.id)
    expect(stored).toMatchObject({ ...ORIGIN, id: recorded.id, profileOwnerId: ben.id, latitude: 18.52 })
    expect(await visitsOf(ben.id)).toHaveLength(1)
  })

  it('counts towards a limit of the account', async () => {
    const { id, member } = await joined()
    for (let count = 0; count < 30; count += 1) await kit.limits.consume('visitByAccount', id)
    await expect(visit(member, {})).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })
})
