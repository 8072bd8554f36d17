import { strFromU8, unzipSync } from 'fflate'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withDedicatedConnection } from '#server/domains/privacy/dedicated-connection.ts'
import { writeExport } from '#server/domains/privacy/write-export.ts'
import { ENGLISH_TEXTS } from '#server/platform/texts/texts.ts'
import { openRows, type Rows } from '../../kit/rows.ts'

const [FIRST, LATER] = ['2020-11-20T12:00:00.123Z', '2020-11-21T08:30:00Z']
const [first, later] = [new Date(FIRST), new Date(LATER)]
const is = (text: string) =>
  expect.toSatisfy((value) => Date.parse(String(value)) === Date.parse(text), `the moment ${text}`)
const bytes = () => new Uint8Array(crypto.getRandomValues(new Uint8Array(32)))

let rows: Rows
let asha: string
let ben: string
const files: Record<string, Record<string, unknown>[]> = {}
beforeAll(async () => {
  rows = await openRows()
  asha = await rows.member()
  ben = await rows.member()
  await prisma().user.update({ where: { id: ben }, data: { displayName: 'Ben' } })
  await storeAccount(asha, ben)
  await storeSafety(asha, ben)
  await storePurchase(asha)
  // Another member with the same rows. The export of the first must not contain them.
  const cleo = await rows.member()
  await storeAccount(cleo, asha)
  await storeSafety(cleo, asha)
  await storePurchase(cleo)
  const parts: Buffer[] = []
  const store = async (part: Buffer) => void parts.push(Buffer.from(part))
  await withDedicatedConnection(rows.database.pool, fail, (client) =>
    writeExport({
      client,
      userId: asha,
      at: first,
      texts: ENGLISH_TEXTS,
      progress: async () => undefined,
      store,
    }),
  )
  for (const [name, content] of Object.entries(unzipSync(new Uint8Array(Buffer.concat(parts)))))
    if (name.endsWith('.json')) files[name] = JSON.parse(strFromU8(content))
})
afterAll(() => rows.close())

const fail = (error: unknown) => {
  throw error
}
const prisma = () => rows.database.prisma

async function storeAccount(userId: string, otherId: string) {
  await prisma().user.update({
    where: { id: userId },
    data: {
      ...{ emailVerified: true, name: 'Asha R', phone: '+919822012345', gender: 'Female', age: 44 },
      ...{ lookingFor: ['Friendship'], interests: ['Jazz'], filterByGender: 'Male', nearBy: true, stars: 3 },
      languages: ['mr', 'en'],
      ...{ city: 'Pune', state: 'MH', country: 'India', latitude: 18.5, longitude: 73.8, role: 'MODERATOR' },
      ...{ premiumUntil: later, premiumCancelled: true, missedMails: true, missedMailedAt: first },
      ...{
        stripeCustomerId: 'cus_1',
        created: first,
        lastSeen: later,
        suspendedUntil: later,
        bannedAt: first,
      },
    },
  })
  const [browser, ipAddress] = ['Firefox', '203.0.113.7']
  const session = { userAgent: browser, ipAddress, created: first, lastUsed: later, expires: later }
  await prisma().session.create({
    data: { id: uuidv7(), userId, tokenHash: bytes(), ...session, revokedAt: first, factorAt: later },
  })
  await prisma().secondFactor.create({
    data: { userId, secret: bytes(), created: first, confirmedAt: later },
  })
  await prisma().recoveryCode.createMany({
    data: [null, null, first].map((usedAt) => ({ id: uuidv7(), userId, codeHash: bytes(), usedAt })),
  })
  const place = { latitude: 18.5, longitude: 73.8, accuracy: 30 }
  const visit = { visitTime: first, userAgent: browser, ipAddress, ...place }
  await prisma().profileVisitor.createMany({
    data: [
      { id: uuidv7(), visitorId: userId, profileOwnerId: userId, visitType: 'login', ...visit },
      { id: uuidv7(), visitorId: userId, profileOwnerId: otherId, visitType: 'login', ...visit },
    ],
  })
  const origin = { ipAddress, userAgent: browser, city: 'Pune', state: 'MH', country: 'India' }
  const mailed = { timestamp: first, notified: true, notifiedAt: later }
  await prisma().launchNotification.create({
    data: { id: uuidv7(), email: `${userId}@example.com`, language: 'hi', ...origin, ...mailed },
  })
  await prisma().dailyConversationStart.create({ data: { userId, day: first, count: 3 } })
  await prisma().notification.create({
    data: { id: uuidv7(), userId, kind: 'notice', heading: 'News', body: 'Read this', created: first },
  })
}

async function storeSafety(userId: string, otherId: string) {
  await prisma().block.create({ data: { blockerId: userId, blockedId: otherId, created: first } })
  const decided = { status: 'ACTED' as const, created: first, decidedAt: later, outcome: 'warned' }
  await prisma().report.create({
    data: {
      ...{
        id: uuidv7(),
        reporterId: userId,
        reportedId: otherId,
        reason: 'Rude',
        category: 'HATE',
        evidence: [],
        ...decided,
      },
    },
  })
  const action = { at: first, subjectId: userId, actorId: otherId, reason: 'Be kind', until: later }
  await prisma().moderationAction.createMany({
    data: (['SUSPEND', 'DISMISS', 'ADD_NOTE', 'REMOVE_NOTE'] as const).map((kind) => ({
      ...{ id: uuidv7(), kind, ...action },
    })),
  })
  const dates = { created: first, expires: later, revokedAt: later }
  await prisma().strike.create({ data: { id: uuidv7(), userId, actionId: uuidv7(), ...dates } })
  const appeal = { text: 'Please look again', status: 'UPHELD' as const, answer: 'We did' }
  await prisma().appeal.create({
    data: { id: uuidv7(), userId, actionId: uuidv7(), ...appeal, created: first, decidedAt: later },
  })
  const held = { body: 'Kept back', rule: 'x', status: 'REFUSED' as const, created: first, decidedAt: later }
  await prisma().heldMessage.create({
    data: { id: uuidv7(), conversationId: uuidv7(), senderId: userId, ...held },
  })
}

async function storePurchase(userId: string) {
  const [orderId, transactionId] = [uuidv7(), uuidv7()]
  const owner = { userId, provider: 'paypal' as const }
  await prisma().order.create({
    data: {
      ...{ ...owner, id: orderId, providerOrderId: `order-${userId}`, plan: 'weekly', status: 'paid' },
      ...{ amount: 2_196, currency: 'AED', chargedAmount: 599, chargedCurrency: 'USD', created: first },
    },
  })
  await prisma().transaction.create({
    data: {
      ...{ ...owner, id: transactionId, orderId, providerPaymentId: `pay-${userId}`, status: 'completed' },
      ...{ description: 'Weekly', type: 'subscription', amount: 2_196, currency: 'AED', date: later },
    },
  })
  const dates = { validFrom: first, validUntil: later, created: first, revokedAt: later }
  await prisma().premiumGrant.create({
    data: { id: uuidv7(), userId, transactionId, plan: 'weekly', ...dates },
  })
}

describe('the files of an export', () => {
  it('contain the account with its profile, and no password', () => {
    const { id, ...profile } = files['profile.json']?.[0] ?? {}
    expect(id).toBe(asha)
    expect(profile).toEqual({
      ...{ email: `${asha}@example.com`, emailVerified: true, displayName: 'Asha', name: 'Asha R' },
      ...{ phone: '+919822012345', age: 44, gender: 'Female', interests: ['Jazz'], stars: 3 },
      ...{ lookingFor: ['Friendship'], genderFilter: 'Male', nearBy: true, city: 'Pune', state: 'MH' },
      languages: ['mr', 'en'],
      ...{ country: 'India', latitude: 18.5, longitude: 73.8, role: 'MODERATOR', premiumUntil: is(LATER) },
      ...{ premiumCancelled: true, missedMessagesByMail: true, lastMissedMessagesMail: is(FIRST) },
      readReceipts: true,
      ...{ customerNumber: 'cus_1', created: is(FIRST), lastSeen: is(LATER) },
      ...{ suspendedUntil: is(LATER), bannedAt: is(FIRST), language: 'en' },
    })
    expect(files['profile.json']).toHaveLength(1)
  })

  const origin = { browser: 'Firefox', address: '203.0.113.7' }
  const dates = { created: is(FIRST), decidedAt: is(LATER) }
  it.each([
    [
      ...['sessions.json', 'each browser that was logged in, without its token'],
      {
        ...{ ...origin, created: is(FIRST), lastUsed: is(LATER), expires: is(LATER) },
        ...{ endedAt: is(FIRST), codeGivenAt: is(LATER) },
      },
    ],
    [
      ...['two-step-login.json', 'how many recovery codes are left, without the codes'],
      { since: is(LATER), recoveryCodesLeft: 2 },
    ],
    [
      ...['sign-ins.json', 'each login with its place'],
      { ...origin, time: is(FIRST), kind: 'login', latitude: 18.5, longitude: 73.8, accuracy: 30 },
    ],
    [
      ...['visits.json', 'each visit with the name of the visited member alone'],
      { time: is(FIRST), kind: 'login', displayName: 'Ben' },
    ],
    [
      ...['launch-list.json', 'the entry of the launch list with its origin'],
      {
        ...{ ...origin, city: 'Pune', state: 'MH', country: 'India' },
        ...{ email: expect.stringContaining('@example.com'), joined: is(FIRST) },
        ...{ language: 'hi', mailed: true, mailedAt: is(LATER) },
      },
    ],
    [...['conversations-started.json', 'conversations by day'], { day: '2020-11-20', count: 3 }],
    [...['blocks.json', 'blocked members by name'], { displayName: 'Ben', since: is(FIRST) }],
    [
      ...['reports-made.json', 'each report with what came of it'],
      { about: 'Ben', reason: 'Rude', category: 'HATE', status: 'ACTED', outcome: 'warned', ...dates },
    ],
    [
      ...['notifications.json', 'each notification'],
      { kind: 'notice', heading: 'News', body: 'Read this', created: is(FIRST), read: false },
    ],
    [
      ...['premium.json', 'each time of premium'],
      {
        ...{ plan: 'weekly', reason: null, from: is(FIRST), until: is(LATER), created: is(FIRST) },
        takenBackAt: is(LATER),
      },
    ],
    [
      ...['moderation.json', 'decisions without who decided, and neither dismissed reports nor notes'],
      { at: is(FIRST), decision: 'SUSPEND', reason: 'Be kind', until: is(LATER) },
    ],
    [...['strikes.json', 'each strike'], { created: is(FIRST), expires: is(LATER), takenBackAt: is(LATER) }],
    [
      ...['appeals.json', 'each appeal with its answer'],
      { text: 'Please look again', status: 'UPHELD', answer: 'We did', ...dates },
    ],
    [
      ...['held-messages.json', 'each held message, without the rule that held it'],
      { message: 'Kept back', status: 'REFUSED', ...dates },
    ],
  ] as [string, string, object][])('contain in %s %s', (file, _, row) => {
    expect(files[file]).toEqual([row])
  })

  it('contain each order with its payments', () => {
    const [price, charge] = [
      { amount: 2_196, currency: 'AED' },
      { chargedAmount: 599, chargedCurrency: 'USD' },
    ]
    const payment = { paymentId: `pay-${asha}`, description: 'Weekly', ...price }
    expect(files['payments.json']).toEqual([
      {
        ...{ provider: 'paypal', orderId: `order-${asha}`, plan: 'weekly', ...price, ...charge },
        ...{ status: 'paid', created: is(FIRST) },
        payments: [{ ...payment, status: 'completed', date: is(LATER) }],
      },
    ])
  })
})
