import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestClock } from '../../kit/clock.ts'
import { call, join, pair } from '../../kit/person.ts'
import { finishFirstSweep } from '../../kit/privacy.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useNode } from '../../kit/use-node.ts'

const DAY = 24 * 60 * 60_000
const clock = createTestClock()
const node = useNode({ clock })
beforeAll(async () => {
  await finishFirstSweep(node)
})

const prisma = () => node.app.context.database.prisma
const sweep = () => node.app.context.privacy.sweep()
const now = () => new Date(clock.now())
const inDays = (days: number) => new Date(clock.now() + days * DAY)
const bytes = () => new Uint8Array(crypto.getRandomValues(new Uint8Array(32)))

/** Expects rows to exist just before their time, and to be deleted just after it. */
async function expectKeptFor(days: number, count: () => Promise<number>) {
  const before = await count()
  expect(before).toBeGreaterThan(0)
  clock.advance((days - 1) * DAY)
  await sweep()
  expect(await count()).toBe(before)
  clock.advance(2 * DAY)
  await sweep()
  expect(await count()).toBe(0)
}

describe('retention', () => {
  // covers: beyond-retention-sessions
  it('deletes an ended session after 90 days, with its address and browser', async () => {
    const asha = await join(node)
    await prisma().session.updateMany({ where: { userId: asha.id }, data: { revokedAt: now() } })
    await expectKeptFor(90, () => prisma().session.count({ where: { userId: asha.id } }))
  })

  it('deletes an expired session after 90 days, and never an active one', async () => {
    const asha = await join(node)
    const lives = { userId: asha.id, tokenHash: bytes(), expires: inDays(365) }
    await prisma().session.updateMany({ where: { userId: asha.id }, data: { expires: now() } })
    await prisma().session.create({ data: { id: uuidv7(), ...lives } })
    await expectKeptFor(90, () =>
      prisma().session.count({ where: { userId: asha.id, expires: { lte: inDays(0) } } }),
    )
    expect(await prisma().session.count({ where: { userId: asha.id } })).toBe(1)
  })

  // covers: beyond-retention-sign-ins
  it('deletes a sign-in after 12 months', async () => {
    const asha = await join(node)
    const visit = { profileOwnerId: asha.id, visitType: 'register', location: null }
    expect((await asha.call('POST', '/api/v1/profile-visitor', visit)).status).toBe(200)
    await expectKeptFor(366, () => prisma().profileVisitor.count({ where: { visitorId: asha.id } }))
  })

  // covers: beyond-retention-codes
  it('deletes a verification code and a password reset 30 days after their use or expiry', async () => {
    const asha = await join(node)
    const row = { userId: asha.id, created: now() }
    await prisma().emailVerification.updateMany({
      where: { userId: asha.id },
      data: { usedAt: now(), expires: inDays(1) },
    })
    await prisma().passwordReset.createMany({
      data: [
        { id: uuidv7(), ...row, tokenHash: bytes(), expires: now() },
        { id: uuidv7(), ...row, tokenHash: bytes(), expires: inDays(1), usedAt: now() },
      ],
    })
    await expectKeptFor(30, async () => {
      const where = { userId: asha.id }
      return (
        (await prisma().emailVerification.count({ where })) + (await prisma().passwordReset.count({ where }))
      )
    })
  })

  it('deletes a notification after 12 months', async () => {
    const asha = await join(node)
    await prisma().notification.create({
      data: { id: uuidv7(), userId: asha.id, heading: 'Hello', body: 'You', created: now() },
    })
    await expectKeptFor(366, () => prisma().notification.count({ where: { userId: asha.id } }))
  })

  // covers: beyond-knock-ends
  it('deletes an expired knock with its notification, and a conversation that was never open', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const cleo = await join(node)
    const [lowUserId = '', highUserId = ''] = [asha.id, cleo.id].sort()
    const neverOpen = { id: uuidv7(), lowUserId, highUserId, openedAt: new Date(0), endedAt: now() }
    await prisma().conversation.create({ data: neverOpen })
    const knock = { fromId: asha.id, expires: inDays(1) }
    await prisma().knock.createMany({
      data: [
        { ...knock, id: uuidv7(), toId: ben.id, conversationId },
        { ...knock, id: uuidv7(), toId: cleo.id, conversationId: neverOpen.id },
      ],
    })
    const note = { kind: 'knock', heading: 'Hello', body: 'Hello', dedupeKey: `knock:${asha.id}` }
    await prisma().notification.create({ data: { ...note, id: uuidv7(), userId: ben.id, created: now() } })
    await expectKeptFor(1, () => prisma().knock.count({ where: { fromId: asha.id } }))
    expect(await prisma().notification.count({ where: { userId: ben.id, kind: 'knock' } })).toBe(0)
    const ids = [conversationId, neverOpen.id]
    const left = await prisma().conversation.findMany({ where: { id: { in: ids } }, select: { id: true } })
    expect(left).toEqual([{ id: conversationId }])
  })

  // covers: beyond-internal-notes
  it('deletes an internal note of a moderator after 24 months', async () => {
    const asha = await join(node)
    await prisma().moderatorNote.create({
      data: { id: uuidv7({ msecs: clock.now() }), userId: asha.id, text: 'Seems to be new', created: now() },
    })
    await expectKeptFor(731, () => prisma().moderatorNote.count({ where: { userId: asha.id } }))
  })

  // covers: beyond-retention-ban-signals
  it('deletes a ban signal on its own expiry date', async () => {
    const asha = await join(node)
    await prisma().banSignal.create({
      data: { kind: 'email', hash: bytes(), userId: asha.id, expires: inDays(90) },
    })
    await expectKeptFor(90, () => prisma().banSignal.count({ where: { userId: asha.id } }))
  })

  // covers: beyond-retention-held-messages
  it('deletes a held message 90 days after the decision, and never a waiting one', async () => {
    const { asha, conversationId } = await pair(node)
    const held = { senderId: asha.id, conversationId, body: 'Unkind', rule: 'slur', created: now() }
    await prisma().heldMessage.createMany({
      data: [
        { id: uuidv7(), ...held },
        { id: uuidv7(), ...held, status: 'RELEASED', decidedAt: now() },
        { id: uuidv7(), ...held, status: 'REFUSED', decidedAt: now() },
      ],
    })
    const of = { senderId: asha.id }
    await expectKeptFor(90, () => prisma().heldMessage.count({ where: { ...of, decidedAt: { not: null } } }))
    expect(await prisma().heldMessage.findMany({ where: of })).toMatchObject([{ status: 'HELD' }])
  })

  describe('of the launch list', () => {
    const joined = async () => {
      const email = `waits-${crypto.randomUUID()}@example.com`
      const headers = { latitude: '18.52', longitude: '73.86', 'accept-language': 'de' }
      const answer = await call(node.url, 'POST', '/api/v1/launch-notifications', {
        body: { email },
        headers,
      })
      expect(answer.status).toBe(200)
      return { email }
    }
    const notify = () => node.app.context.admin.notifyLaunchList()

    // covers: beyond-retention-launch-list-mailed
    it('deletes the origin and language of a notified entry at once, and the entry after 12 months', async () => {
      const where = await joined()
      await notify()
      expect(await prisma().launchNotification.findUnique({ where })).toMatchObject({
        notified: true,
        ipAddress: null,
        userAgent: null,
        city: null,
        state: null,
        country: null,
        language: null,
      })
      await expectKeptFor(366, () => prisma().launchNotification.count({ where }))
    })

    // covers: beyond-retention-launch-list-waiting
    it('deletes the origin of a waiting entry after 90 days, and the entry after 24 months', async () => {
      const { email } = await joined()
      await expectKeptFor(90, () =>
        prisma().launchNotification.count({
          where: {
            email,
            OR: [{ ipAddress: { not: null } }, { userAgent: { not: null } }, { city: { not: null } }],
          },
        }),
      )
      await expectKeptFor(731 - 91, () => prisma().launchNotification.count({ where: { email } }))
    })
  })

  // covers: beyond-retention-evidence
  it('deletes the evidence of a report 24 months after the decision, and never of an open one', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await asha.send(conversationId, 'What was said')
    const report = {
      reporterId: ben.id,
      reportedId: asha.id,
      reason: 'Rude',
      evidence: [{ message: 'What was said' }],
    }
    await prisma().report.createMany({
      data: [
        { id: uuidv7(), ...report },
        { id: uuidv7(), ...report, status: 'ACTED', decidedAt: now() },
      ],
    })
    const withEvidence = (status: 'OPEN' | 'ACTED') =>
      prisma().report.count({ where: { reportedId: asha.id, status, NOT: { evidence: { equals: [] } } } })
    await expectKeptFor(731, () => withEvidence('ACTED'))
    expect(await withEvidence('OPEN')).toBe(1)
    expect(await prisma().report.count({ where: { reportedId: asha.id } })).toBe(2)
  })

  // covers: beyond-retention-on-several-nodes
  it('deletes any number of rows, also on several nodes at once', async () => {
    const asha = await join(node)
    await prisma().notification.createMany({
      data: Array.from({ length: 3_500 }, () => ({
        id: uuidv7(),
        userId: asha.id,
        heading: 'Old',
        body: 'News',
        created: now(),
      })),
    })
    clock.advance(367 * DAY)
    const { createPrivacy } = await import('#server/domains/privacy/index.ts')
    const { database, events, texts } = node.app.context
    const another = createPrivacy(testPlatform({ database, clock, events, texts }), {
      signals: { signalDays: 0, mailboxHash: () => Buffer.alloc(32) },
      inbox: { notify: async () => undefined },
      accounts: { confirmOwner: async () => undefined },
    })
    await Promise.all([sweep(), another.sweep()])
    // The second run leaves the rows to the first, which may be either of them.
    await sweep()
    expect(await prisma().notification.count({ where: { userId: asha.id } })).toBe(0)
  })
})
