import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { monthsBefore } from '#server/domains/privacy/due-dates.ts'
import { eraseDue } from '#server/domains/privacy/erasure.ts'
import { aPasskey } from '../../kit/a-passkey.ts'
import { openRows } from '../../kit/rows.ts'
import { recordTombstones } from '../../kit/tombstones.ts'
import { useStarted } from '../../kit/use-started.ts'

const NOW = Date.now()
const at = (milliseconds = 0) => new Date(NOW + milliseconds)
const DAY = 24 * 60 * 60_000
const YEAR_AGO = monthsBefore(NOW, 12)
const secret = () => new Uint8Array(randomBytes(32))

const rows = useStarted(openRows)

async function sweep() {
  const failures: unknown[] = []
  await eraseDue(
    {
      pool: rows.database.pool,
      now: NOW,
      shouldContinue: () => true,
      onError: (error) => failures.push(error),
    },
    { signalDays: 90, mailboxHash: (email) => Buffer.from(email), tombstones: recordTombstones() },
  )
  expect(failures).toEqual([])
}

/** A row in each table that holds a member's own data. */
async function traces(userId: string, partnerId: string) {
  const { prisma } = rows.database
  const id = () => uuidv7()
  const own = { id: id(), userId, expires: at(DAY) }
  await prisma.session.create({ data: { ...own, tokenHash: secret() } })
  await prisma.profileVisitor.createMany({
    data: [
      { id: id(), visitorId: userId, profileOwnerId: userId, visitType: 'login' },
      { id: id(), visitorId: userId, profileOwnerId: partnerId, visitType: 'login' },
      { id: id(), visitorId: partnerId, profileOwnerId: userId, visitType: 'login' },
    ],
  })
  await prisma.dataExport.create({ data: { ...own, status: 'READY', archive: secret() } })
  await prisma.block.create({ data: { blockerId: userId, blockedId: partnerId } })
  await prisma.notification.create({ data: { id: id(), userId, heading: 'Own', body: 'x' } })
  await prisma.moderatorNote.create({ data: { id: id(), userId, text: 'x' } })
  await prisma.emailVerification.create({ data: { ...own, codeHash: secret() } })
  await prisma.passwordReset.create({ data: { ...own, tokenHash: secret() } })
  await prisma.passkey.create({ data: aPasskey(userId) })
  await prisma.recoveryCode.create({ data: { id: id(), userId, codeHash: secret() } })
  await prisma.secondFactor.create({ data: { userId, secret: secret(), created: at() } })
  await prisma.dailyConversationStart.create({ data: { userId, day: at(), count: 1 } })
  await prisma.launchNotification.create({ data: { id: id(), email: `${userId}@example.com` } })
}

/** Returns the stored rows of a member, by table. */
async function left(userId: string) {
  const { prisma } = rows.database
  const where = { userId }
  return {
    sessions: await prisma.session.count({ where }),
    visits: await prisma.profileVisitor.count({
      where: { OR: [{ visitorId: userId }, { profileOwnerId: userId }] },
    }),
    exports: await prisma.dataExport.count({ where }),
    blocks: await prisma.block.count({ where: { blockerId: userId } }),
    notifications: await prisma.notification.count({ where }),
    notes: await prisma.moderatorNote.count({ where }),
    verifications: await prisma.emailVerification.count({ where }),
    resets: await prisma.passwordReset.count({ where }),
    passkeys: await prisma.passkey.count({ where }),
    recoveryCodes: await prisma.recoveryCode.count({ where }),
    factors: await prisma.secondFactor.count({ where }),
    starts: await prisma.dailyConversationStart.count({ where }),
    launch: await prisma.launchNotification.count({ where: { email: `${userId}@example.com` } }),
    messages: await prisma.message.count({ where: { senderId: userId } }),
    held: await prisma.heldMessage.count({ where: { senderId: userId } }),
  }
}

async function aPair() {
  const [asha, ben] = [await rows.member(), await rows.member()]
  const conversationId = await rows.conversation(asha, ben)
  const { prisma } = rows.database
  for (const senderId of [asha, ben]) {
    await prisma.message.create({
      data: { id: uuidv7(), conversationId, senderId, body: 'Hello', time: at() },
    })
    await prisma.heldMessage.create({
      data: { id: uuidv7(), conversationId, senderId, body: 'Held', rule: 'x' },
    })
  }
  await prisma.notification.createMany({
    data: [
      { id: uuidv7(), userId: ben, heading: 'About a chat', body: 'x', conversationId },
      { id: uuidv7(), userId: ben, heading: 'About a person', body: 'x', candidateId: asha },
      { id: uuidv7(), userId: ben, heading: 'About nobody', body: 'x' },
    ],
  })
  return { asha, ben }
}

const due = (userId: string, changes: object = { eraseAfter: at() }) =>
  rows.database.prisma.user.update({ where: { id: userId }, data: changes })
const isErased = async (userId: string) =>
  (await rows.database.prisma.user.findUniqueOrThrow({ where: { id: userId } })).erasedAt !== null

describe('an erased member', () => {
  it('leaves no rows behind in any table, and other members keep theirs', async () => {
    const { asha, ben } = await aPair()
    await traces(asha, ben)
    const cleo = await rows.member()
    await traces(cleo, await rows.member())
    await due(asha)
    await sweep()
    const nothing = Object.fromEntries(Object.keys(await left(asha)).map((name) => [name, 0]))
    expect(await left(asha)).toEqual(nothing)
    expect(await left(ben)).toMatchObject({ messages: 1, held: 1, notifications: 1 })
    expect(await left(cleo)).toEqual({
      sessions: 1,
      visits: 3,
      exports: 1,
      blocks: 1,
      notifications: 1,
      notes: 1,
      verifications: 1,
      resets: 1,
      passkeys: 1,
      recoveryCodes: 1,
      factors: 1,
      starts: 1,
      launch: 1,
      messages: 0,
      held: 0,
    })
    expect(await rows.database.prisma.notification.findMany({ where: { userId: ben } })).toMatchObject([
      { heading: 'About nobody' },
    ])
  })

  it('keeps no reminders and no pending departure', async () => {
    const { asha, ben } = await aPair()
    const { prisma } = rows.database
    await prisma.conversationMember.updateMany({
      where: { userId: { in: [asha, ben] } },
      data: { unreadSince: at(), leavingSince: at() },
    })
    await due(asha)
    await sweep()
    const memberOf = (userId: string) => prisma.conversationMember.findFirst({ where: { userId } })
    expect(await memberOf(asha)).toMatchObject({ unreadSince: null, leavingSince: null })
    expect(await memberOf(ben)).toMatchObject({ unreadSince: at(), leavingSince: at() })
  })

  it('stays blocked by members who blocked them', async () => {
    const { asha, ben } = await aPair()
    await rows.database.prisma.block.create({ data: { blockerId: ben, blockedId: asha } })
    await due(asha)
    await sweep()
    expect(await left(ben)).toMatchObject({ blocks: 1 })
  })

  it('keeps no value in a personal column of the account', async () => {
    const asha = await rows.member()
    await due(asha, {
      eraseAfter: at(),
      name: 'Asha R',
      phone: '+919822012345',
      city: 'Pune',
      state: 'MH',
      country: 'India',
      latitude: 18.5,
      longitude: 73.8,
      role: 'MODERATOR',
      age: 44,
      minPartnerAge: 30,
      maxPartnerAge: 60,
      filterByGender: 'Male',
      nearBy: true,
      stars: 3,
      emailVerified: true,
      premiumUntil: at(DAY),
      premiumCancelled: true,
      languages: ['mr'],
      learning: ['fr'],
      stripeCustomerId: 'cus_1',
      missedMails: true,
      missedMailedAt: at(),
      readReceipts: true,
    })
    await sweep()
    expect(await rows.database.prisma.user.findUnique({ where: { id: asha } })).toMatchObject({
      userName: `deleted-${asha}@deleted.invalid`,
      passwordHash: 'erased',
      displayName: 'Deleted account',
      name: null,
      phone: '',
      city: null,
      state: null,
      country: null,
      latitude: null,
      longitude: null,
      interests: [],
      lookingFor: [],
      languages: [],
      learning: [],
      role: 'MEMBER',
      age: 18,
      minPartnerAge: null,
      maxPartnerAge: null,
      gender: 'Male',
      filterByGender: null,
      nearBy: false,
      stars: 0,
      active: false,
      emailVerified: false,
      premiumUntil: null,
      premiumCancelled: false,
      stripeCustomerId: null,
      missedMails: false,
      missedMailedAt: null,
      readReceipts: false,
      erasedAt: at(),
    })
  })
})

describe('an erasure', () => {
  it('comes at its scheduled time, or twelve months after the account was closed', async () => {
    const cases = [
      [{ eraseAfter: at() }, true],
      [{ eraseAfter: at(1) }, false],
      [{ closedAt: YEAR_AGO, active: false }, true],
      [{ closedAt: new Date(YEAR_AGO.getTime() + 1), active: false }, false],
      [{}, false],
    ] as const
    for (const [changes, erased] of cases) {
      const asha = await rows.member()
      await due(asha, changes)
      await sweep()
      expect([changes, await isErased(asha)]).toEqual([changes, erased])
    }
  })

  it('waits while a suspension outlasts the signal retention, but not for a ban', async () => {
    const cases = [
      [{ suspendedUntil: at(90 * DAY) }, true],
      [{ suspendedUntil: at(90 * DAY + 1) }, false],
      [{ suspendedUntil: at(91 * DAY), bannedAt: at() }, true],
    ] as const
    for (const [changes, erased] of cases) {
      const asha = await rows.member()
      await due(asha, { eraseAfter: at(), ...changes })
      await sweep()
      expect([changes, await isErased(asha)]).toEqual([changes, erased])
    }
  })

  it('keeps the hash of the mailbox while a sanction counts, 90 days at most', async () => {
    const signalOf = async (changes: object, strikeUntil?: Date) => {
      const asha = await rows.member()
      await due(asha, { eraseAfter: at(), ...changes })
      if (strikeUntil)
        await rows.database.prisma.strike.create({
          data: { id: uuidv7(), userId: asha, actionId: uuidv7(), created: at(), expires: strikeUntil },
        })
      await sweep()
      const [signal] = await rows.database.prisma.banSignal.findMany({ where: { userId: asha } })
      if (signal) expect(Buffer.from(signal.hash).toString()).toBe(`${asha}@example.com`)
      return signal?.expires ?? null
    }
    expect(await signalOf({})).toBeNull()
    expect(await signalOf({ bannedAt: at(-DAY) })).toEqual(at(90 * DAY))
    expect(await signalOf({ suspendedUntil: at(5 * DAY) })).toEqual(at(5 * DAY))
    expect(await signalOf({ suspendedUntil: at(-DAY) })).toBeNull()
    expect(await signalOf({}, at(7 * DAY))).toEqual(at(7 * DAY))
    expect(await signalOf({}, at(200 * DAY))).toEqual(at(90 * DAY))
    expect(await signalOf({ suspendedUntil: at(9 * DAY) }, at(7 * DAY))).toEqual(at(9 * DAY))
  })
})
