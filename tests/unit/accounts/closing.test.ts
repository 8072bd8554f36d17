import { beforeEach, describe, expect, it } from 'vitest'
import { reopen } from '#server/domains/accounts/closing.ts'
import { ADDRESS, CALLER, openAccounts, type TestAccounts } from '../../kit/accounts.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'

const DAY = 24 * 60 * 60_000
const PASSWORD = 'Monsoon-2026'

const rows = useStarted(openRows)
let kit: TestAccounts
beforeEach(async () => {
  kit = await openAccounts(rows)
})

const prisma = () => rows.database.prisma
const logIn = (userName: string) => kit.accounts.logIn({ userName, password: PASSWORD }, CALLER)
async function joined() {
  const asha = await kit.join()
  await kit.accounts.memberOf(asha.token)
  kit.forgetRecords()
  return asha
}
type Joined = Awaited<ReturnType<typeof joined>>
const announcedOf = ({ id: userId, member }: Joined) => [
  { name: 'userChanged', event: { userId } },
  { name: 'sessionsRevoked', event: { userId, sessionKeys: [member.sessionKey] } },
  { name: 'accountClosed', event: { userId } },
]

describe('closing an account', () => {
  it('hides the member and ends the sessions at once', async () => {
    const [asha, ben] = [await joined(), await joined()]
    await kit.accounts.closing.close(asha.member, PASSWORD, ADDRESS)
    expect(await kit.storedUser(asha.id)).toMatchObject({
      active: false,
      closedAt: kit.at(),
      eraseAfter: null,
    })
    expect(await kit.accounts.memberOf(asha.token)).toBeNull()
    expect(kit.emitted).toEqual(announcedOf(asha))
    expect([kit.sent, kit.securityEvents]).toEqual([[], []])
    expect(await kit.accounts.memberOf(ben.token)).toMatchObject({ id: ben.id })
    expect(await kit.storedUser(ben.id)).toMatchObject({ active: true, closedAt: null })
  })

  it('can be undone by a login, which is mailed only if erasure was scheduled', async () => {
    const asha = await joined()
    await kit.accounts.closing.close(asha.member, PASSWORD, ADDRESS)
    const answer = await logIn(asha.userName)
    expect(answer).toMatchObject({ reopened: true, user: { id: asha.id, active: true } })
    expect(await kit.storedUser(asha.id)).toMatchObject({ active: true, closedAt: null })
    expect(kit.sent).toEqual([])
    expect(await logIn(asha.userName)).not.toHaveProperty('reopened')
  })
})

describe('deleting an account', () => {
  it('closes the account, and mails that its data are erased after 29 days', async () => {
    const asha = await joined()
    const eraseAfter = kit.at(29 * DAY)
    expect(await kit.accounts.closing.delete(asha.member, PASSWORD, ADDRESS)).toEqual({ eraseAfter })
    expect(await kit.storedUser(asha.id)).toMatchObject({ active: false, closedAt: kit.at(), eraseAfter })
    expect(await kit.accounts.memberOf(asha.token)).toBeNull()
    expect(kit.emitted).toEqual(announcedOf(asha))
    const to = { email: asha.userName, displayName: asha.displayName, language: 'en' }
    expect(kit.sent).toEqual([['deletionRequested', { ...to, eraseAfter }]])
  })

  it('cancels at a login within that time, and mails the member', async () => {
    const asha = await joined()
    await kit.accounts.closing.delete(asha.member, PASSWORD, ADDRESS)
    kit.forgetRecords()
    expect(await logIn(asha.userName)).toMatchObject({ reopened: true })
    expect(await kit.storedUser(asha.id)).toMatchObject({ active: true, closedAt: null, eraseAfter: null })
    const to = { email: asha.userName, displayName: asha.displayName, language: 'en' }
    expect(kit.sent).toEqual([['deletionCancelled', to]])
  })

  it.each([
    ['waits while more than 90 days of a suspension are left', 90 + 29 + 1, null, 30],
    ['waits no longer for a shorter suspension', 90 + 29, null, 29],
    ['does not wait for the end of a ban', 900, new Date(0), 29],
  ])('erases the account when it is due: %s', async (_, suspendedDays, bannedAt, erasedAfterDays) => {
    const asha = await joined()
    const suspendedUntil = kit.at(suspendedDays * DAY)
    await prisma().user.update({ where: { id: asha.id }, data: { suspendedUntil, bannedAt } })
    const { eraseAfter } = await kit.accounts.closing.delete(asha.member, PASSWORD, ADDRESS)
    expect(eraseAfter).toEqual(kit.at(erasedAfterDays * DAY))
  })
})

describe.each(['close', 'delete'] as const)('the password check before an account is %sd', (act) => {
  it('logs a wrong password, and changes nothing', async () => {
    const asha = await joined()
    const message = 'This password is not right. Please try again.'
    await expect(kit.accounts.closing[act](asha.member, 'another', ADDRESS)).rejects.toMatchObject({
      code: 'INVALID',
      message,
      fields: { password: message },
    })
    expect(kit.securityEvents).toEqual([
      { event: 'authn_password_check_fail', userId: asha.id, network: ADDRESS, reason: 'closing' },
    ])
    expect(await kit.storedUser(asha.id)).toMatchObject({ active: true, closedAt: null, eraseAfter: null })
    expect([kit.emitted, kit.sent]).toEqual([[], []])
  })

  it('allows ten attempts in a quarter of an hour', async () => {
    const asha = await joined()
    for (let count = 0; count < 10; count += 1) await kit.limits.count('passwordCheckByAccount', asha.id)
    await expect(kit.accounts.closing[act](asha.member, PASSWORD, ADDRESS)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    })
  })

  it('refuses a deleted account, and leaves an erased account erased', async () => {
    const [asha, ben] = [await joined(), await joined()]
    await prisma().user.delete({ where: { id: asha.id } })
    await expect(kit.accounts.closing[act](asha.member, PASSWORD, ADDRESS)).rejects.toMatchObject({
      code: 'INVALID',
    })
    await prisma().user.update({ where: { id: ben.id }, data: { erasedAt: kit.at() } })
    await kit.accounts.closing[act](ben.member, PASSWORD, ADDRESS)
    expect(await kit.storedUser(ben.id)).toMatchObject({ closedAt: null, eraseAfter: null })
  })
})

it('reopening fails for an account that was erased or whose address changed', async () => {
  const asha = await joined()
  await kit.accounts.closing.close(asha.member, PASSWORD, ADDRESS)
  const opened = (userName: string) =>
    prisma().$transaction((transaction) => reopen(transaction, { id: asha.id, userName }))
  expect(await opened('another@example.com')).toBeNull()
  await prisma().user.update({ where: { id: asha.id }, data: { erasedAt: kit.at() } })
  expect(await opened(asha.userName)).toBeNull()
  expect(await kit.storedUser(asha.id)).toMatchObject({ active: false, closedAt: kit.at() })
})
