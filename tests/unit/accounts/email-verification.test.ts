import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DESKTOP_AGENT } from '#schema/desktop.ts'
import { REMOVAL_TEXTS, VERIFICATION_TEXTS } from '#schema/verification.ts'
import { ADDRESS, CALLER, ORIGIN, openAccounts, type TestAccounts } from '../../kit/accounts.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'

// Each answer takes at least a quarter of a second.
vi.mock('#server/domains/accounts/minimum-response-time.ts', () => ({
  withMinimumResponseTime: (work: () => unknown) => work(),
}))

const DAY = 24 * 60 * 60_000
const REFUSED = { success: false, message: VERIFICATION_TEXTS.refused }

const rows = useStarted(openRows)
let kit: TestAccounts
beforeEach(async () => {
  kit = await openAccounts(rows)
})

const prisma = () => rows.database.prisma
const verify = (code: string, email: string) => kit.accounts.verifyEmail(code, email, ADDRESS)

/** A registered member and the code of the mail. */
async function joined(caller = CALLER) {
  const asha = await kit.join({}, caller)
  const { code } = kit.mailed('verification')
  kit.forgetRecords()
  return { ...asha, code }
}

describe('a verification link', () => {
  it('verifies the address once, and succeeds without a change when used again', async () => {
    const { id: userId, userName, code, token } = await joined()
    expect(await kit.accounts.memberOf(token)).toMatchObject({ emailVerified: false })
    expect(await verify(code, userName)).toEqual({ success: true, message: VERIFICATION_TEXTS.verified })
    expect(await kit.accounts.memberOf(token)).toMatchObject({ emailVerified: true })
    const [stored] = await prisma().emailVerification.findMany({ where: { userId } })
    expect(stored?.usedAt).toEqual(kit.at())
    kit.clock.advance(DAY)
    expect(await verify(code, userName)).toEqual({ success: true, message: VERIFICATION_TEXTS.already })
    expect(kit.emitted).toEqual([{ name: 'userChanged', event: { userId } }])
    expect(kit.securityEvents).toEqual([{ event: 'authn_email_verified', userId, network: ADDRESS }])
  })

  it('verifies once when it is used twice at the same instant', async () => {
    const { userName, code } = await joined()
    const answers = await Promise.all([verify(code, userName), verify(code, userName)])
    const { verified, already } = VERIFICATION_TEXTS
    expect(answers.map(({ message }) => message).sort()).toEqual([verified, already].sort())
    expect(kit.securityEvents).toHaveLength(1)
  })

  it('fails for another address, with an unknown code, and after 24 hours', async () => {
    const [asha, ben] = [await joined(), await joined()]
    expect(await verify(asha.code, ben.userName)).toEqual(REFUSED)
    expect(await verify('unknown', asha.userName)).toEqual(REFUSED)
    kit.clock.advance(DAY)
    expect(await verify(asha.code, asha.userName)).toEqual(REFUSED)
    expect([kit.emitted, kit.securityEvents]).toEqual([[], []])
    expect(await kit.storedUser(asha.id)).toMatchObject({ emailVerified: false })
  })

  it('works until its 24 hours are over', async () => {
    const { userName, code } = await joined()
    kit.clock.advance(DAY - 1)
    expect(await verify(code, userName)).toMatchObject({ success: true })
  })

  it('fails after its use for another address, and for an address that is no longer verified', async () => {
    const { id, userName, code } = await joined()
    await verify(code, userName)
    expect(await verify(code, (await joined()).userName)).toEqual(REFUSED)
    await prisma().user.update({ where: { id }, data: { emailVerified: false } })
    expect(await verify(code, userName)).toEqual(REFUSED)
  })

  it('allows thirty attempts in a quarter of an hour from one network address', async () => {
    for (let count = 0; count < 30; count += 1) await kit.limits.consume('verifyByAddress', ADDRESS)
    const limited = { code: 'RATE_LIMITED' }
    await expect(verify('unknown', 'x@example.com')).rejects.toMatchObject(limited)
    const { isPossible, remove } = kit.accounts.registrationRemoval
    for (const act of [isPossible, remove])
      await expect(act('unknown', 'x@example.com', ADDRESS)).rejects.toMatchObject(limited)
  })
})

describe('a request for another verification link', () => {
  const resend = (email: string) => kit.accounts.resendVerification(email, ADDRESS)

  it('mails a working link, and keeps the earlier link valid', async () => {
    const { userName: email, displayName, code: first } = await joined()
    expect(await resend(email)).toMatchObject({ success: true })
    const { code } = kit.mailed('verification')
    expect(kit.sent).toEqual([['verification', { email, displayName, language: 'en', code, desktop: false }]])
    expect(code).not.toBe(first)
    expect(await verify(code, email)).toMatchObject({ success: true })
    expect(await verify(first, email)).toMatchObject({ success: true })
  })

  it('tells the mail that the member uses the desktop app', async () => {
    const { userName } = await joined({ ...CALLER, userAgent: `${DESKTOP_AGENT}/1.0` })
    await resend(userName)
    expect(kit.mailed('verification').desktop).toBe(true)
  })

  it('returns the same result, and mails nothing, if no link is needed', async () => {
    const [verified, erased, waiting] = [await joined(), await joined(), await joined()]
    await prisma().user.update({ where: { id: verified.id }, data: { emailVerified: true } })
    await prisma().user.update({ where: { id: erased.id }, data: { erasedAt: kit.at() } })
    const answer = await resend(waiting.userName)
    kit.forgetRecords()
    for (const email of [verified.userName, erased.userName, 'nobody@example.com'])
      expect(await resend(email)).toEqual(answer)
    expect(kit.sent).toEqual([])
  })

  it('mails at most five links in a quarter of an hour, and is refused after twenty requests an hour from one address', async () => {
    const { userName } = await joined()
    for (let count = 0; count < 20; count += 1) await resend(userName)
    expect(kit.sent).toHaveLength(5)
    await expect(resend(userName)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })
})

describe('removing a registration', () => {
  const removal = () => kit.accounts.registrationRemoval
  const remove = (code: string, email: string) => removal().remove(code, email, ADDRESS)
  const refused = { success: false, message: REMOVAL_TEXTS.refused }

  it('deletes the account and its sessions, and frees the address', async () => {
    const { id: userId, userName, code, token, member } = await joined()
    expect(await removal().isPossible(code, userName, ADDRESS)).toBe(true)
    expect(await remove(code, userName)).toEqual({ success: true, message: REMOVAL_TEXTS.removed })
    expect(await prisma().user.findUnique({ where: { id: userId } })).toBeNull()
    expect(await kit.accounts.memberOf(token)).toBeNull()
    expect(kit.emitted).toEqual([
      { name: 'userChanged', event: { userId } },
      { name: 'sessionsRevoked', event: { userId, sessionKeys: [member.sessionKey] } },
      { name: 'accountClosed', event: { userId } },
    ])
    expect(kit.securityEvents).toEqual([{ event: 'authn_registration_disowned', userId, network: ADDRESS }])
    expect((await kit.join({ userName })).id).not.toBe(userId)
    expect(await remove(code, userName)).toEqual(refused)
  })

  it('accepts the link of a start-over mail, which verifies no address', async () => {
    const { userName } = await joined()
    await expect(kit.join({ userName })).rejects.toMatchObject({ code: 'CONFLICT' })
    const { code } = kit.mailed('startOver')
    expect(await verify(code, userName)).toEqual(REFUSED)
    expect(await remove(code, userName)).toMatchObject({ success: true })
  })

  it('fails for a verified account, another address, an unknown code, and after 24 hours', async () => {
    const [asha, ben] = [await joined(), await joined()]
    const tries: [string, string][] = [
      [asha.code, ben.userName],
      ['unknown', asha.userName],
    ]
    await verify(ben.code, ben.userName)
    tries.push([ben.code, ben.userName])
    kit.forgetRecords()
    for (const [code, email] of tries) {
      expect(await removal().isPossible(code, email, ADDRESS)).toBe(false)
      expect(await remove(code, email)).toEqual(refused)
    }
    kit.clock.advance(DAY)
    expect(await removal().isPossible(asha.code, asha.userName, ADDRESS)).toBe(false)
    expect(await remove(asha.code, asha.userName)).toEqual(refused)
    expect([kit.emitted, kit.securityEvents]).toEqual([[], []])
    expect(await kit.storedUser(asha.id)).toMatchObject({ userName: asha.userName })
  })

  it('fails for an erased account', async () => {
    const { id, userName, code } = await joined()
    await prisma().user.update({ where: { id }, data: { erasedAt: kit.at() } })
    expect(await remove(code, userName)).toEqual(refused)
  })

  it('does not succeed together with a concurrent verification', async () => {
    for (let count = 0; count < 5; count += 1) {
      const { id, userName, code } = await joined()
      const [verified, removed] = await Promise.all([verify(code, userName), remove(code, userName)])
      expect([verified.success, removed.success].filter(Boolean)).toHaveLength(1)
      expect(await prisma().user.count({ where: { id } })).toBe(removed.success ? 0 : 1)
    }
  })

  it.each([
    ['a ban', (id: string) => prisma().user.update({ where: { id }, data: { bannedAt: kit.at() } })],
    [
      'a suspension',
      (id: string) => prisma().user.update({ where: { id }, data: { suspendedUntil: kit.at() } }),
    ],
    ['a conversation', async (id: string) => rows.conversation(id, await rows.member())],
    [
      'a moderation action',
      (subjectId: string) =>
        prisma().moderationAction.create({ data: { id: subjectId, kind: 'WARN', subjectId, reason: 'x' } }),
    ],
    [
      'a report',
      async (reportedId: string) =>
        prisma().report.create({
          data: { id: reportedId, reporterId: await rows.member(), reportedId, reason: 'x', evidence: [] },
        }),
    ],
  ])('frees the address, and keeps the account because of %s', async (_, happen) => {
    const [{ id, userName, code }, other] = [await joined(), await joined()]
    await kit.accounts.passwordReset.request({ user: other.userName, origin: ORIGIN }, ADDRESS)
    await kit.accounts.passwordReset.request({ user: userName, origin: ORIGIN }, ADDRESS)
    await happen(id)
    expect(await remove(code, userName)).toMatchObject({ success: true })
    expect(await kit.storedUser(id)).toMatchObject({
      userName: `removed-${id}@deleted.invalid`,
      passwordHash: 'removed',
      active: false,
      closedAt: kit.at(),
      eraseAfter: kit.at(),
    })
    expect(await prisma().emailVerification.count({ where: { userId: id } })).toBe(0)
    expect(await prisma().passwordReset.count({ where: { userId: id } })).toBe(0)
    expect(await prisma().emailVerification.count({ where: { userId: other.id } })).toBe(1)
    expect(await prisma().passwordReset.count({ where: { userId: other.id } })).toBe(1)
    expect((await kit.join({ userName })).id).not.toBe(id)
  })
})
