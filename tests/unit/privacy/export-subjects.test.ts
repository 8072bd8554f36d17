import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { withDedicatedConnection } from '#server/domains/privacy/dedicated-connection.ts'
import { writeExport } from '#server/domains/privacy/write-export.ts'
import { FIRST, LATER, storeExportedRows } from '../../kit/exported-rows.ts'
import { openRows } from '../../kit/rows.ts'
import { ENGLISH_TEXTS } from '../../kit/test-platform.ts'
import { useStarted } from '../../kit/use-started.ts'

const is = (text: string) =>
  expect.toSatisfy((value) => Date.parse(String(value)) === Date.parse(text), `the moment ${text}`)

const rows = useStarted(openRows)
let asha: string
let ben: string
const files: Record<string, Record<string, unknown>[]> = {}
beforeAll(async () => {
  asha = await rows.member()
  ben = await rows.member()
  await prisma().user.update({ where: { id: ben }, data: { displayName: 'Ben' } })
  await storeExportedRows(prisma(), asha, ben)
  // Another member with the same rows. The export of the first must not contain them.
  const cleo = await rows.member()
  await storeExportedRows(prisma(), cleo, asha)
  const parts: Buffer[] = []
  const store = async (part: Buffer) => void parts.push(Buffer.from(part))
  await withDedicatedConnection(rows.database.pool, fail, (client) =>
    writeExport({
      client,
      userId: asha,
      at: new Date(FIRST),
      texts: ENGLISH_TEXTS,
      progress: async () => undefined,
      store,
    }),
  )
  for (const [name, content] of Object.entries(unzipSync(new Uint8Array(Buffer.concat(parts)))))
    if (name.endsWith('.json')) files[name] = JSON.parse(strFromU8(content))
})

const fail = (error: unknown) => {
  throw error
}
const prisma = () => rows.database.prisma

describe('the files of an export', () => {
  it('contain the account with its profile, and no password', () => {
    const { id, ...profile } = files['profile.json']?.[0] ?? {}
    expect(id).toBe(asha)
    expect(profile).toEqual({
      email: `${asha}@example.com`,
      emailVerified: true,
      displayName: 'Asha',
      name: 'Asha R',
      phone: '+919822012345',
      age: 44,
      minPartnerAge: 30,
      maxPartnerAge: 60,
      gender: 'Female',
      interests: ['Jazz'],
      stars: 3,
      lookingFor: ['Friendship'],
      genderFilter: 'Male',
      nearBy: true,
      city: 'Pune',
      state: 'MH',
      languages: ['mr', 'en'],
      learning: ['fr'],
      country: 'India',
      latitude: 18.5,
      longitude: 73.8,
      role: 'MODERATOR',
      premiumUntil: is(LATER),
      premiumCancelled: true,
      missedMessagesByMail: true,
      lastMissedMessagesMail: is(FIRST),
      readReceipts: true,
      customerNumber: 'cus_1',
      created: is(FIRST),
      lastSeen: is(LATER),
      suspendedUntil: is(LATER),
      bannedAt: is(FIRST),
      language: 'en',
    })
    expect(files['profile.json']).toHaveLength(1)
  })

  const origin = { browser: 'Firefox', address: '203.0.113.7' }
  const dates = { created: is(FIRST), decidedAt: is(LATER) }
  it.each([
    [
      'sessions.json',
      'each browser that was logged in, without its token',
      {
        ...origin,
        created: is(FIRST),
        lastUsed: is(LATER),
        expires: is(LATER),
        endedAt: is(FIRST),
        codeGivenAt: is(LATER),
      },
    ],
    [
      'two-step-login.json',
      'how many recovery codes are left, without the codes',
      { since: is(LATER), recoveryCodesLeft: 2 },
    ],
    [
      'push-devices.json',
      'each device with push messages, without its address and keys',
      { device: 'Firefox', service: 'mozilla', since: is(FIRST), lastSent: is(LATER) },
    ],
    [
      'push-preferences.json',
      'the choices about push messages',
      { off: ['match'], showsNames: true, quietFrom: '22:00', quietUntil: '07:30', timeZone: 'Asia/Kolkata' },
    ],
    [
      'interest-bells.json',
      'each bell, and until when it rests',
      { interest: 'jazz', on: false, since: is(FIRST), restsUntil: is(LATER) },
    ],
    [
      'passkeys.json',
      'each passkey by name, without its key',
      { name: 'Old phone', created: is(FIRST), lastUsed: is(LATER), synchronized: true },
    ],
    [
      'sign-ins.json',
      'each login with its place',
      { ...origin, time: is(FIRST), kind: 'login', latitude: 18.5, longitude: 73.8, accuracy: 30 },
    ],
    [
      'visits.json',
      'each visit with the name of the visited member alone',
      { time: is(FIRST), kind: 'login', displayName: 'Ben' },
    ],
    [
      'launch-list.json',
      'the entry of the launch list with its origin',
      {
        ...origin,
        city: 'Pune',
        state: 'MH',
        country: 'India',
        email: expect.stringContaining('@example.com'),
        joined: is(FIRST),
        language: 'hi',
        mailed: true,
        mailedAt: is(LATER),
      },
    ],
    ['conversations-started.json', 'conversations by day', { day: '2020-11-20', count: 3 }],
    [
      'kept.json',
      'kept members by name, with the own note',
      { with: 'Ben', since: is(FIRST), note: 'Lighthouse', hidesPresence: true },
    ],
    ['keep-wishes.json', 'the own wishes alone', { with: 'Ben', asked: is(FIRST) }],
    ['blocks.json', 'blocked members by name', { displayName: 'Ben', since: is(FIRST) }],
    [
      'knocks.json',
      'knocks without their answers',
      { displayName: 'Ben', created: is(FIRST), expires: is(LATER), message: 'Waiting' },
    ],
    [
      'evenings.json',
      'evenings with what the member did',
      {
        topic: 'Jazz',
        startsAt: is(FIRST),
        wantsReminder: true,
        remindedAt: is(FIRST),
        searchedAt: is(LATER),
      },
    ],
    ['knock-refusals.json', 'refused members by name', { displayName: 'Ben', since: is(FIRST) }],
    [
      'reports-made.json',
      'each report with what came of it',
      { about: 'Ben', reason: 'Rude', category: 'HATE', status: 'ACTED', outcome: 'warned', ...dates },
    ],
    [
      'notifications.json',
      'each notification',
      { kind: 'notice', heading: 'News', body: 'Read this', created: is(FIRST), read: false },
    ],
    [
      'premium.json',
      'each time of premium',
      {
        plan: 'weekly',
        reason: null,
        from: is(FIRST),
        until: is(LATER),
        created: is(FIRST),
        takenBackAt: is(LATER),
      },
    ],
    [
      'moderation.json',
      'decisions without who decided, and neither dismissed reports nor notes',
      { at: is(FIRST), decision: 'SUSPEND', reason: 'Be kind', until: is(LATER) },
    ],
    ['strikes.json', 'each strike', { created: is(FIRST), expires: is(LATER), takenBackAt: is(LATER) }],
    [
      'appeals.json',
      'each appeal with its answer',
      { text: 'Please look again', status: 'UPHELD', answer: 'We did', ...dates },
    ],
    [
      'held-messages.json',
      'each held message, without the rule that held it',
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
        provider: 'paypal',
        orderId: `order-${asha}`,
        plan: 'weekly',
        ...price,
        ...charge,
        status: 'paid',
        created: is(FIRST),
        payments: [{ ...payment, status: 'completed', date: is(LATER) }],
      },
    ])
  })
})
