import { v7 as uuidv7 } from 'uuid'
import type { Database } from '#server/platform/postgres/index.ts'
import { aPasskey } from './a-passkey.ts'

type Prisma = Database['prisma']

/** The two times of the rows. */
export const FIRST = '2020-11-20T12:00:00.123Z'
export const LATER = '2020-11-21T08:30:00Z'
const [first, later] = [new Date(FIRST), new Date(LATER)]
const bytes = () => new Uint8Array(crypto.getRandomValues(new Uint8Array(32)))

/** Stores a row for every subject of an export of this member. */
export async function storeExportedRows(prisma: Prisma, userId: string, otherId: string) {
  await storeProfile(prisma, userId)
  await storeAccount(prisma, userId, otherId)
  await storeSafety(prisma, userId, otherId)
  await storePurchase(prisma, userId)
}

async function storeProfile(prisma: Prisma, userId: string) {
  await prisma.user.update({
    where: { id: userId },
    data: {
      emailVerified: true,
      name: 'Asha R',
      phone: '+919822012345',
      gender: 'Female',
      age: 44,
      minPartnerAge: 30,
      maxPartnerAge: 60,
      lookingFor: ['Friendship'],
      interests: ['Jazz'],
      filterByGender: 'Male',
      nearBy: true,
      stars: 3,
      languages: ['mr', 'en'],
      learning: ['fr'],
      city: 'Pune',
      state: 'MH',
      country: 'India',
      latitude: 18.5,
      longitude: 73.8,
      role: 'MODERATOR',
      premiumUntil: later,
      premiumCancelled: true,
      missedMails: true,
      missedMailedAt: first,
      stripeCustomerId: 'cus_1',
      created: first,
      lastSeen: later,
      suspendedUntil: later,
      bannedAt: first,
    },
  })
}

async function storeAccount(prisma: Prisma, userId: string, otherId: string) {
  const [browser, ipAddress] = ['Firefox', '203.0.113.7']
  const session = { userAgent: browser, ipAddress, created: first, lastUsed: later, expires: later }
  const sessionId = uuidv7()
  await prisma.session.create({
    data: { id: sessionId, userId, tokenHash: bytes(), ...session, revokedAt: first, factorAt: later },
  })
  await storePush(prisma, userId, sessionId)
  await prisma.secondFactor.create({
    data: { userId, secret: bytes(), created: first, confirmedAt: later },
  })
  await prisma.passkey.create({ data: { ...aPasskey(userId), created: first, lastUsed: later } })
  await prisma.recoveryCode.createMany({
    data: [null, null, first].map((usedAt) => ({ id: uuidv7(), userId, codeHash: bytes(), usedAt })),
  })
  const place = { latitude: 18.5, longitude: 73.8, accuracy: 30 }
  const visit = { visitTime: first, userAgent: browser, ipAddress, ...place }
  await prisma.profileVisitor.createMany({
    data: [
      { id: uuidv7(), visitorId: userId, profileOwnerId: userId, visitType: 'login', ...visit },
      { id: uuidv7(), visitorId: userId, profileOwnerId: otherId, visitType: 'login', ...visit },
    ],
  })
  const origin = { ipAddress, userAgent: browser, city: 'Pune', state: 'MH', country: 'India' }
  const mailed = { timestamp: first, notified: true, notifiedAt: later }
  await prisma.launchNotification.create({
    data: { id: uuidv7(), email: `${userId}@example.com`, language: 'hi', ...origin, ...mailed },
  })
  await prisma.dailyConversationStart.create({ data: { userId, day: first, count: 3 } })
  await prisma.notification.create({
    data: { id: uuidv7(), userId, kind: 'notice', heading: 'News', body: 'Read this', created: first },
  })
}

async function storePush(prisma: Prisma, userId: string, sessionId: string) {
  const secrets = {
    endpoint: `https://push.example/${userId}`,
    p256dh: 'key',
    auth: 'secret',
    serverKey: 'key',
  }
  await prisma.pushSubscription.create({
    data: {
      id: uuidv7(),
      userId,
      sessionId,
      service: 'mozilla',
      created: first,
      lastSent: later,
      ...secrets,
    },
  })
  const quiet = { quietFrom: '22:00', quietUntil: '07:30', timeZone: 'Asia/Kolkata' }
  await prisma.pushPreference.create({ data: { userId, mutedKinds: ['match'], showsNames: true, ...quiet } })
  await prisma.interestBell.create({
    data: { userId, interest: 'jazz', created: first, isOn: false, restsUntil: later },
  })
}

async function storeSafety(prisma: Prisma, userId: string, otherId: string) {
  await prisma.block.create({ data: { blockerId: userId, blockedId: otherId, created: first } })
  await storeKnock(prisma, userId, otherId)
  await storeKeeping(prisma, userId, otherId)
  await storeEvening(prisma, userId)
  const decided = { status: 'ACTED' as const, created: first, decidedAt: later, outcome: 'warned' }
  await prisma.report.create({
    data: {
      id: uuidv7(),
      reporterId: userId,
      reportedId: otherId,
      reason: 'Rude',
      category: 'HATE',
      evidence: [],
      ...decided,
    },
  })
  const action = { at: first, subjectId: userId, actorId: otherId, reason: 'Be kind', until: later }
  await prisma.moderationAction.createMany({
    data: (['SUSPEND', 'DISMISS', 'ADD_NOTE', 'REMOVE_NOTE'] as const).map((kind) => ({
      id: uuidv7(),
      kind,
      ...action,
    })),
  })
  const dates = { created: first, expires: later, revokedAt: later }
  await prisma.strike.create({ data: { id: uuidv7(), userId, actionId: uuidv7(), ...dates } })
  const appeal = { text: 'Please look again', status: 'UPHELD' as const, answer: 'We did' }
  await prisma.appeal.create({
    data: { id: uuidv7(), userId, actionId: uuidv7(), ...appeal, created: first, decidedAt: later },
  })
  const held = { body: 'Kept back', rule: 'x', status: 'REFUSED' as const, created: first, decidedAt: later }
  await prisma.heldMessage.create({
    data: { id: uuidv7(), conversationId: uuidv7(), senderId: userId, ...held },
  })
}

async function storeKnock(prisma: Prisma, fromId: string, toId: string) {
  const conversationId = uuidv7()
  const [lowUserId = '', highUserId = ''] = [fromId, toId].sort()
  await prisma.conversation.create({ data: { id: conversationId, lowUserId, highUserId } })
  await prisma.knock.create({
    data: {
      id: uuidv7(),
      fromId,
      toId,
      conversationId,
      created: first,
      expires: later,
      answer: 'NOT_NOW',
      messageId: uuidv7(),
      message: 'Waiting',
    },
  })
  await prisma.knockRefusal.create({ data: { userId: fromId, refusedId: toId, created: first } })
}

async function storeEvening(prisma: Prisma, userId: string) {
  const hours = { startsAt: first, endsAt: later, timeZone: 'UTC' }
  const visitor = { userId, wantsReminder: true, remindedAt: first, searchedAt: later }
  await prisma.evening.create({
    data: { id: uuidv7(), seriesId: uuidv7(), topic: 'Jazz', ...hours, visitors: { create: visitor } },
  })
}

/** The member keeps the other one, and asked before. The two have a conversation. */
async function storeKeeping(prisma: Prisma, userId: string, otherId: string) {
  const [lowUserId = '', highUserId = ''] = [userId, otherId].sort()
  const { id: conversationId } = await prisma.conversation.findFirstOrThrow({
    where: { lowUserId, highUserId },
  })
  const kept = { keptAt: first, keptNote: 'Lighthouse', hidesPresence: true }
  await prisma.conversationMember.createMany({
    data: [
      { conversationId, userId, partnerId: otherId, ...kept },
      { conversationId, userId: otherId, partnerId: userId },
    ],
  })
  await prisma.keepWish.create({ data: { conversationId, userId, created: first } })
}

async function storePurchase(prisma: Prisma, userId: string) {
  const [orderId, transactionId] = [uuidv7(), uuidv7()]
  const owner = { userId, provider: 'paypal' as const }
  await prisma.order.create({
    data: {
      ...owner,
      id: orderId,
      providerOrderId: `order-${userId}`,
      plan: 'weekly',
      status: 'paid',
      amount: 2_196,
      currency: 'AED',
      chargedAmount: 599,
      chargedCurrency: 'USD',
      created: first,
    },
  })
  await prisma.transaction.create({
    data: {
      ...owner,
      id: transactionId,
      orderId,
      providerPaymentId: `pay-${userId}`,
      status: 'completed',
      description: 'Weekly',
      type: 'subscription',
      amount: 2_196,
      currency: 'AED',
      date: later,
    },
  })
  const dates = { validFrom: first, validUntil: later, created: first, revokedAt: later }
  await prisma.premiumGrant.create({
    data: { id: uuidv7(), userId, transactionId, plan: 'weekly', ...dates },
  })
}
