import { v7 as uuidv7 } from 'uuid'
import { aPasskey } from './a-passkey.ts'
import type { TestApp } from './app.ts'
import type { TestClock } from './clock.ts'
import { moderationOf } from './moderation.ts'
import { call, join, type Person, personOf } from './person.ts'
import { PASSWORD } from './privacy.ts'
import { enrol } from './second-factor.ts'
import { storeKeeping } from './store-keeping.ts'
import { storeKnocks } from './store-knocks.ts'
import { storePush } from './store-push.ts'

const DAY = 24 * 60 * 60_000
const bytes = () => new Uint8Array(crypto.getRandomValues(new Uint8Array(32)))

export interface FilledMember {
  member: Person
  /** Texts that only this member has: mail address, names, phone number, network address and browser. */
  identity: readonly string[]
}

export const IDENTITY = {
  displayName: 'Traced in every table',
  name: 'Legal name of the traced member',
  phone: '+4915112345678',
  address: '203.0.113.77',
  browser: 'TracedBrowser/1.0',
} as const

/**
 * Signs a member up and gives them rows in every table that has personal rows: through the API where possible,
 * otherwise directly. Columns that stay empty get a value from `fillEmptyColumns` of fill-columns.ts.
 */
export async function fillEveryTable(node: TestApp, clock: TestClock): Promise<FilledMember> {
  const { prisma, pool } = node.app.context.database
  const now = () => new Date(clock.now())
  const interests = [`Shared by two ${crypto.randomUUID().slice(0, 8)}`]
  const ownInterest = 'Interest of the traced member'
  const { displayName, name, phone, address, browser } = IDENTITY
  const joined = await join(node, {
    displayName,
    phone,
    interests: [...interests, ownInterest],
    age: 41,
    nearBy: true,
    language: 'de',
  })
  // Before the first request of the member, which caches them. The others speak English.
  await prisma.user.update({ where: { id: joined.id }, data: { languages: ['en', 'mr'], learning: ['fr'] } })
  const others = [
    await join(node, { interests }),
    await join(node, { interests: ['Chess'] }),
    await join(node, { interests: ['Tea'] }),
  ] as const
  const [ben, cleo, dora] = others
  await enrolAndLogIn()
  const member = joined
  await call(node.url, 'POST', '/api/v1/launch-notifications', {
    body: { email: member.user.userName },
    headers: {
      'x-forwarded-for': address,
      'user-agent': browser,
      'accept-language': 'hi',
      latitude: '18.52',
      longitude: '73.86',
    },
  })
  await call(node.url, 'POST', '/password/reset', {
    body: { user: member.user.userName, origin: 'http://localhost:0' },
  })
  await call(node.url, 'POST', '/api/v1/profile-visitor', {
    body: {
      profileOwnerId: member.id,
      visitType: 'login',
      location: { latitude: 52.5, longitude: 13.4, accuracy: 30 },
    },
    token: member.token,
    headers: { 'x-forwarded-for': address, 'user-agent': browser },
  })
  await prisma.profileVisitor.createMany({
    data: [
      { id: uuidv7(), visitorId: ben.id, profileOwnerId: member.id, visitType: 'login' },
      { id: uuidv7(), visitorId: member.id, profileOwnerId: ben.id, visitType: 'login' },
    ],
  })
  await prisma.passkey.create({ data: { ...aPasskey(member.id), lastUsed: now() } })
  await ben.findMatch()
  const conversationId = (await member.findMatch()).conversation?.id ?? ''
  await member.send(conversationId, 'Words of the traced member', crypto.randomUUID())
  await ben.send(conversationId, 'Words of the partner')
  await chatWithOthers()
  await ben.call('POST', '/api/v1/blocks', { userId: member.id })
  await member.call('POST', '/api/v1/blocks', { userId: ben.id })
  await beReportedAndDecided()
  await storeBilling()
  await storeTheRest()
  return {
    member,
    identity: [member.user.userName, displayName, name, phone, address, browser, ownInterest],
  }

  async function enrolAndLogIn() {
    const { nextCode } = await enrol(node, joined, clock)
    const { status } = await call(node.url, 'POST', '/auth', {
      body: { userName: joined.user.userName, password: PASSWORD, code: nextCode() },
      headers: { 'x-forwarded-for': address, 'user-agent': browser },
    })
    if (status !== 200) throw new Error(`logging in answered ${status}`)
    const session = await prisma.session.findFirstOrThrow({
      where: { userId: joined.id },
      orderBy: { created: 'asc' },
    })
    await prisma.session.update({
      where: { id: session.id },
      data: { ipAddress: address, userAgent: browser },
    })
    await prisma.session.updateMany({
      where: { userId: joined.id, id: { not: session.id } },
      data: { revokedAt: now() },
    })
  }

  /** Two more conversations: one in which the member reports, and one that stays empty. */
  async function chatWithOthers() {
    for (const other of [cleo, dora]) {
      const [lowUserId = '', highUserId = ''] = [member.id, other.id].sort()
      const id = uuidv7()
      await prisma.conversation.create({
        data: {
          id,
          lowUserId,
          highUserId,
          members: {
            create: [
              { userId: member.id, partnerId: other.id },
              { userId: other.id, partnerId: member.id },
            ],
          },
        },
      })
      await personOf(node.url, other.token, other.user).send(id, 'Hello from another partner')
      await prisma.notification.create({
        data: {
          id: uuidv7(),
          userId: other.id,
          heading: `${displayName} wrote while you were away`,
          body: 'One message',
          candidateId: member.id,
          conversationId: id,
        },
      })
    }
    await member.call('POST', '/api/user/report/true', {
      reportedUserId: cleo.id,
      reason: 'Report by the member',
      category: 'MONEY',
    })
    await dora.call('POST', '/api/user/report/true', {
      reportedUserId: member.id,
      reason: 'Report about them',
    })
  }

  async function beReportedAndDecided() {
    const { moderator, ask, admin } = await moderationOf(node)
    const decide = (id: string, kind: string) =>
      ask(
        moderator,
        'mutation($id: ID!, $kind: Decision!) { decideReport(id: $id, kind: $kind, reason: "Decided") }',
        { id, kind },
      )
    await node.app.context.moderationQueues.notes.add(
      { id: moderator.id, role: 'MODERATOR' },
      { userId: member.id, reportId: null, text: 'Note about the traced member' },
    )
    for (const { id, reportedId } of await prisma.report.findMany({ where: { status: 'OPEN' } })) {
      await prisma.reportClaim.create({
        data: { reportId: id, userId: member.id, expires: new Date(clock.now() + DAY) },
      })
      await decide(id, reportedId === member.id ? 'WARN' : 'DISMISS')
    }
    const { actionId } = await prisma.strike.findFirstOrThrow({ where: { userId: member.id } })
    await ask(member, 'mutation($id: ID!) { appeal(actionId: $id, text: "Appeal of the traced member") }', {
      id: actionId,
    })
    const appeal = await prisma.appeal.findFirstOrThrow({ where: { userId: member.id } })
    await ask(
      admin,
      'mutation($id: ID!) { decideAppeal(id: $id, reverse: false, answer: "The answer to the appeal") }',
      { id: appeal.id },
    )
    // The trigger of the audit log uses the database's clock: these are old enough to be deleted with the member.
    await prisma.moderationAction.createMany({
      data: [
        {
          id: uuidv7(),
          kind: 'SUSPEND',
          actorId: moderator.id,
          subjectId: member.id,
          reportId: uuidv7(),
          reversed: uuidv7(),
          reason: 'Decided long ago',
          at: new Date(Date.now() - 25 * 31 * DAY),
          until: new Date(Date.now() - 24 * 31 * DAY),
        },
      ],
    })
    // As a moderator, the member decided about others and wrote notes on them.
    await prisma.moderationAction.create({
      data: { id: uuidv7(), kind: 'WARN', actorId: member.id, subjectId: cleo.id, reason: 'By the member' },
    })
    await prisma.moderatorNote.create({
      data: { id: uuidv7(), userId: cleo.id, authorId: member.id, text: 'Note about another member' },
    })
  }

  async function storeBilling() {
    const [orderId, transactionId] = [uuidv7(), uuidv7()]
    const owner = { userId: member.id, provider: 'razorpay' as const }
    await prisma.order.create({
      data: {
        ...owner,
        id: orderId,
        providerOrderId: 'order_of_the_traced_member',
        plan: 'weekly',
        amount: 49_911,
        currency: 'INR',
        chargedAmount: 49_912,
        chargedCurrency: 'USD',
        status: 'paid',
      },
    })
    await prisma.transaction.create({
      data: {
        ...owner,
        id: transactionId,
        orderId,
        providerPaymentId: 'pay_of_the_traced_member',
        status: 'completed',
        description: 'Payment of the traced member',
        type: 'subscription',
        amount: 49_913,
        currency: 'EUR',
      },
    })
    await prisma.premiumGrant.create({
      data: {
        id: uuidv7(),
        userId: member.id,
        transactionId,
        plan: 'weekly',
        validFrom: now(),
        validUntil: new Date(clock.now() + 7 * DAY),
      },
    })
    await prisma.premiumGrant.create({
      data: {
        id: uuidv7(),
        userId: member.id,
        reason: 'traced reason of a grant by hand',
        validFrom: new Date(clock.now() + 7 * DAY),
        validUntil: new Date(clock.now() + 8 * DAY),
      },
    })
  }

  async function storeTheRest() {
    const userId = member.id
    await prisma.user.update({
      where: { id: userId },
      data: {
        name,
        stars: 7,
        premiumCancelled: true,
        filterByGender: 'Male',
        role: 'MODERATOR',
        latitude: 52.51,
        longitude: 13.41,
      },
    })
    await storeKeeping(prisma, member, { conversationId, now: clock.now() })
    await prisma.heldMessage.create({
      data: {
        id: uuidv7(),
        conversationId,
        senderId: userId,
        body: 'Held words of the member',
        rule: 'slur rule',
      },
    })
    await prisma.banSignal.create({
      data: { kind: 'device', hash: bytes(), userId, expires: new Date(clock.now() + 90 * DAY) },
    })
    await storePush(prisma, [member, cleo], { conversationId, now: clock.now() })
    await storeKnocks(prisma, member, cleo, { conversationId, now: clock.now() })
    for (const row of [
      'member_presence (user_id, away_since) VALUES ($1, now())',
      'daily_conversation_start VALUES ($1, current_date, 3)',
    ])
      await pool.query(`INSERT INTO ${row} ON CONFLICT DO NOTHING`, [userId])
  }
}
