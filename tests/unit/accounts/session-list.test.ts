import { beforeEach, describe, expect, it } from 'vitest'
import { DESKTOP_AGENT } from '#schema/desktop.ts'
import { PRODUCT } from '#schema/product.ts'
import { describeBrowser } from '#server/domains/accounts/sessions/describe-browser.ts'
import { ADDRESS, CALLER, memberOf, openAccounts, type TestAccounts } from '../../kit/accounts.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const DESKTOP_APP = `${PRODUCT.name} desktop app`

const rows = useStarted(openRows)
let kit: TestAccounts
beforeEach(async () => {
  kit = await openAccounts(rows)
})

const prisma = () => rows.database.prisma

async function joined() {
  const asha = await kit.join()
  kit.forgetRecords()
  return asha
}
/** Opens another session of the member, a minute later. */
async function another({ userName, password }: { userName: string; password: string }, caller = CALLER) {
  kit.clock.advance(60_000)
  const { token } = await kit.accounts.logIn({ userName, password }, caller)
  kit.forgetRecords()
  return { token, member: await memberOf(kit.accounts, token) }
}
const idOf = async (member: { sessionKey: string }) => (await kit.sessionOf(member)).id
const revoked = (userId: string, ...sessionKeys: string[]) => [
  { name: 'sessionsRevoked', event: { userId, sessionKeys: expect.toSatisfy(isSameSet(sessionKeys)) } },
]
const isSameSet = (expected: string[]) => (given: string[]) =>
  given.length === expected.length && expected.every((key) => given.includes(key))

describe('the list of sessions', () => {
  it("begins with the caller's session, followed by the latest used", async () => {
    const asha = await joined()
    const second = await another(asha, { userAgent: FIREFOX, ipAddress: null })
    const third = await another(asha)
    const ids = [await idOf(asha.member), await idOf(third.member), await idOf(second.member)]
    const list = await kit.accounts.sessions.list(asha.member)
    expect(list.map(({ id }) => id)).toEqual(ids)
    expect(list.map(({ current }) => current)).toEqual([true, false, false])
    expect(list[2]).toEqual({
      id: ids[2],
      current: false,
      browser: 'Firefox',
      system: 'Linux',
      address: null,
      created: kit.at(-60_000),
      lastUsed: kit.at(-60_000),
    })
    expect(list[0]).toMatchObject({ address: ADDRESS, created: kit.at(-120_000) })
  })

  it('omits sessions that have ended, have expired, or belong to another member', async () => {
    const [asha, ben] = [await joined(), await joined()]
    const [ended, expired] = [await another(asha), await another(asha)]
    await kit.accounts.logOut(ended.member, ADDRESS)
    await prisma().session.update({ where: { id: await idOf(expired.member) }, data: { expires: kit.at() } })
    expect(await kit.accounts.sessions.list(asha.member)).toHaveLength(1)
    expect(await kit.accounts.sessions.list(ben.member)).toHaveLength(1)
  })
})

describe('ending a session', () => {
  it('ends its streams but no other session, and is logged', async () => {
    const asha = await joined()
    const other = await another(asha)
    await kit.accounts.memberOf(other.token)
    await kit.accounts.sessions.revoke(asha.member, await idOf(other.member), ADDRESS)
    expect(await kit.accounts.memberOf(other.token)).toBeNull()
    expect((await kit.sessionOf(other.member)).revokedAt).toEqual(kit.at())
    expect(await kit.accounts.memberOf(asha.token)).toMatchObject({ id: asha.id })
    expect(kit.emitted).toEqual(revoked(asha.id, other.member.sessionKey))
    expect(kit.securityEvents).toEqual([
      { event: 'authn_token_revoked', userId: asha.id, network: ADDRESS, reason: 'ended_by_member' },
    ])
  })

  it('fails for a session of another member, and for an ended one', async () => {
    const [asha, ben] = [await joined(), await joined()]
    const other = await another(asha)
    const [others, ended] = [await idOf(ben.member), await idOf(other.member)]
    await kit.accounts.sessions.revoke(asha.member, ended, ADDRESS)
    kit.forgetRecords()
    for (const id of [others, ended])
      await expect(kit.accounts.sessions.revoke(asha.member, id, ADDRESS)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    expect((await kit.sessionOf(ben.member)).revokedAt).toBeNull()
    expect([kit.emitted, kit.securityEvents]).toEqual([[], []])
  })

  it("can end all sessions but the caller's", async () => {
    const [asha, ben] = [await joined(), await joined()]
    const [second, third] = [await another(asha), await another(asha)]
    expect(await kit.accounts.sessions.revokeOthers(second.member, ADDRESS)).toBe(2)
    for (const { token } of [asha, third]) expect(await kit.accounts.memberOf(token)).toBeNull()
    for (const { token } of [second, ben]) expect(await kit.accounts.memberOf(token)).not.toBeNull()
    expect(kit.emitted).toEqual(revoked(asha.id, asha.member.sessionKey, third.member.sessionKey))
    expect(await kit.accounts.sessions.revokeOthers(second.member, ADDRESS)).toBe(0)
    expect(kit.securityEvents).toHaveLength(1)
  })

  it('ends the session and its streams at a logout, which is logged once', async () => {
    const asha = await joined()
    const other = await another(asha)
    for (let count = 0; count < 2; count += 1) await kit.accounts.logOut(asha.member, ADDRESS)
    expect(await kit.accounts.memberOf(asha.token)).toBeNull()
    expect(await kit.accounts.memberOf(other.token)).not.toBeNull()
    expect(kit.emitted).toEqual(revoked(asha.id, asha.member.sessionKey))
    expect(kit.securityEvents).toEqual([{ event: 'authn_logout', userId: asha.id, network: ADDRESS }])
    expect(await kit.accounts.filterEndedSessions([asha.member.sessionKey, other.member.sessionKey])).toEqual(
      [asha.member.sessionKey],
    )
    expect(await kit.accounts.sessionStatusOf(asha.member.sessionKey)).toBe('logged out')
    expect(await kit.accounts.sessionStatusOf(other.member.sessionKey)).toBe('here')
  })
})

describe('the list of sign-ins', () => {
  it("contains only the member's sign-ins, the latest first, in pages", async () => {
    const [asha, ben] = [await joined(), await joined()]
    await another(asha, { userAgent: FIREFOX, ipAddress: null })
    await another(asha)
    await prisma().profileVisitor.create({
      data: { id: crypto.randomUUID(), visitorId: ben.id, profileOwnerId: asha.id, visitType: 'login' },
    })
    const page = (pageNumber: number, size = 2) => kit.accounts.signIns(asha.id, { pageNumber, size })
    expect(await page(0)).toMatchObject({
      elements: [
        { kind: 'login', time: kit.at(), address: ADDRESS },
        { kind: 'login', time: kit.at(-60_000), address: null, browser: 'Firefox', placeGiven: false },
      ],
      totalElements: 3,
      totalPages: 2,
      last: false,
    })
    expect(await page(1)).toMatchObject({ elements: [{ kind: 'register' }], last: true })
    expect(await page(0, 3)).toMatchObject({ totalPages: 1, last: true })
  })
})

it('sign-ins of the same time are listed by their ids, and earlier ones after them', async () => {
  const userId = await rows.member()
  const ids = ['01', '02', '03'].map((end) => `00000000-0000-7000-8000-0000000000${end}`)
  const times = [kit.at(), kit.at(), kit.at(-1)]
  for (const [index, id] of ids.entries())
    await prisma().profileVisitor.create({
      data: {
        id,
        visitorId: userId,
        profileOwnerId: userId,
        visitType: 'login',
        visitTime: times[index] ?? kit.at(),
      },
    })
  const { elements } = await kit.accounts.signIns(userId, { pageNumber: 0, size: 10 })
  expect(elements.map(({ id }) => id)).toEqual([ids[1], ids[0], ids[2]])
})

describe('a browser', () => {
  it.each([
    [FIREFOX, 'Firefox', 'Linux'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${DESKTOP_AGENT}/1.0`, DESKTOP_APP, 'macOS'],
    ['something else', 'Unknown browser', 'Unknown system'],
    [null, 'Unknown browser', 'Unknown system'],
  ])('gets a name from the User-Agent %s: %s on %s', (userAgent, browser, system) => {
    expect(describeBrowser(userAgent)).toEqual({ browser, system })
  })
})

it('every list and every end of a session counts towards one limit of the account', async () => {
  const asha = await joined()
  const { list, revoke, revokeOthers } = kit.accounts.sessions
  const calls = [
    () => list(asha.member),
    () => revoke(asha.member, crypto.randomUUID(), ADDRESS).catch(() => undefined),
    () => revokeOthers(asha.member, ADDRESS),
    () => kit.accounts.signIns(asha.id, { pageNumber: 0, size: 1 }),
  ]
  for (const [index, act] of calls.entries()) {
    await act()
    expect(await kit.limits.used('privacyByAccount', asha.id)).toBe((index + 1) / 120)
  }
})
