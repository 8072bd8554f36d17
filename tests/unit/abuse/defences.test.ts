import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { POLICY } from '#schema/policy.ts'
import { createDefences, type Defences } from '#server/domains/abuse/index.ts'
import { createBanSignals } from '#server/domains/moderation/ban-evasion/ban-signals.ts'
import { defenceReactions, subscribe } from '#server/subscribers.ts'
import { createTestClock } from '../../kit/clock.ts'
import { createEventRecorder, type EventRecorder } from '../../kit/event-recorder.ts'
import { DEFENCES } from '../../kit/moderation-cases.ts'
import { openRows } from '../../kit/rows.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useStarted } from '../../kit/use-started.ts'

const clock = createTestClock()

const rows = useStarted(openRows)
let log: EventRecorder
let defences: Defences
let pauses: unknown[][]
const open = async (changes: Partial<typeof DEFENCES> = {}) => {
  log = createEventRecorder('moderationChanged')
  pauses = []
  const platform = testPlatform({ database: rows.database, clock, events: log.events })
  const signals = await createBanSignals(platform, DEFENCES)
  const moderation = {
    decisions: { pause: async (...values: unknown[]) => void pauses.push(values) },
  }
  defences = await createDefences(platform, { signals, moderation }, { ...DEFENCES, ...changes })
  subscribe(log.events, defenceReactions(defences))
}
beforeEach(() => open())

const prisma = () => rows.database.prisma
const reportsAbout = async (reportedId: string) => {
  await defences[Symbol.asyncDispose]()
  return prisma().report.findMany({ where: { reportedId }, orderBy: { id: 'asc' } })
}
const TIME = '2020-01-01T00:00:00.000Z'

/** Two members with messages: `me` is the first of them. */
async function talked(...lines: ['me' | 'other', string][]) {
  const [me, other] = [await rows.member(), await rows.member()]
  const conversationId = await rows.conversation(me, other)
  const said = []
  for (const [who, body] of lines) {
    const message = { id: uuidv7(), conversationId, senderId: who === 'me' ? me : other, body }
    await prisma().message.create({ data: message })
    said.push(message)
  }
  return { me, other, conversationId, said }
}
const say = (message: { id: string; conversationId: string; senderId: string }, body: string) =>
  log.events.emit('messageSent', { ...message, message: body, time: TIME })

describe('a member who states an age under 18', () => {
  it('causes a report with their earlier messages and the partner’s message before', async () => {
    const own = Array.from({ length: POLICY.ageEvidenceLines + 1 }, (_, at): ['me', string] => [
      'me',
      `Line ${at}`,
    ])
    const { me, conversationId, said } = await talked(
      ['other', 'First'] as ['other', string],
      ...own,
      ['other', 'How old are you?'] as ['other', string],
      ['me', "I'm 15"] as ['me', string],
      ['other', 'Too late'],
    )
    const stated = said.at(-2)
    if (!stated) throw new Error('nothing was said')
    await say(stated, "Hi. I'm 15")
    const [report, ...others] = await reportsAbout(me)
    expect(others).toEqual([])
    expect(report).toMatchObject({
      kind: 'MINOR',
      reporterId: null,
      conversationId,
      priority: 100,
      status: 'OPEN',
      reason: expect.stringMatching(/^Stated an age under 18: “.*15.*”$/),
    })
    const lines = report?.evidence as { message: string; about?: string }[]
    expect(lines.map(({ message }) => message)).toEqual([
      ...own.slice(1).map(([, body]) => body),
      'How old are you?',
      "Hi. I'm 15",
    ])
    expect(lines.at(-1)).toMatchObject({ id: stated.id, senderId: me, about: "I'm 15", time: TIME })
    expect(log.emitted).toEqual([
      {
        name: 'moderationChanged',
        event: { kind: 'REPORT_ARRIVED', ids: [report?.id], subjectId: me, actorId: null },
      },
    ])
  })

  it('causes one report while it is open, and another after the decision', async () => {
    const { me, said } = await talked(['me', "I'm 15"])
    const [stated] = said
    if (!stated) throw new Error('nothing was said')
    for (let count = 0; count < 2; count += 1) {
      await say(stated, "I'm 15")
      expect(await reportsAbout(me)).toHaveLength(1)
    }
    expect(log.emitted).toHaveLength(1)
    await prisma().report.updateMany({ where: { reportedId: me }, data: { status: 'DISMISSED' } })
    await say(stated, "I'm 15")
    expect(await reportsAbout(me)).toHaveLength(2)
  })

  it('causes a report with every part of the profile that states it', async () => {
    const { me: userId } = await talked()
    await log.events.emit('profileWritten', {
      userId,
      displayName: 'Asha 15f',
      interests: ['Jazz', "I'm 16 years old"],
    })
    const [report] = await reportsAbout(userId)
    expect(report).toMatchObject({
      kind: 'MINOR',
      conversationId: null,
      reason: expect.stringContaining('Profile'),
      evidence: [
        { id: `${userId}:0`, message: 'Display name: Asha 15f', about: 'Asha 15f' },
        {
          id: `${userId}:1`,
          message: "Interest: I'm 16 years old",
          time: new Date(clock.now()).toISOString(),
        },
      ],
    })
    const { me: grown } = await talked()
    await log.events.emit('profileWritten', { userId: grown, displayName: 'Asha', interests: ['Jazz'] })
    expect(await reportsAbout(grown)).toEqual([])
  })

  it('causes no report when the setting is off', async () => {
    await open({ minorReports: false })
    const { me, said } = await talked(['me', "I'm 15"])
    await say(said[0] ?? { id: '', conversationId: '', senderId: '' }, "I'm 15")
    expect(await reportsAbout(me)).toEqual([])
  })
})

describe('a message', () => {
  const screen = (senderId: string, conversationId: string, message: string) =>
    defences.messageFilter({ id: senderId }, { conversationId, message })
  const held = { code: 'MESSAGE_HELD' }

  it('goes through the age check even when it is held, with the earlier messages as evidence', async () => {
    await open({ heldWords: ['pineapple'] })
    const { me, conversationId } = await talked(['other', 'How old are you?'], ['me', 'Guess'])
    await expect(screen(me, conversationId, "I'm 15 and like pineapple")).rejects.toMatchObject(held)
    const [report] = await reportsAbout(me)
    expect(report).toMatchObject({
      reason: expect.stringContaining('in a message that was held back'),
      evidence: [{ message: 'How old are you?' }, { message: 'Guess' }, { senderId: me }],
    })
  })

  it.each([
    ['email', 'asha@example.org', 'an email address'],
    ['phone', 'call 9822012345', 'a phone number'],
    ['link', 'look at example.com', 'a link'],
    ['handle', 'insta: asha_99', 'an account on another app'],
  ])('needs a confirmation for contact details (%s) in the first hours', async (_, text, named) => {
    const { me, conversationId } = await talked()
    await expect(screen(me, conversationId, text)).rejects.toMatchObject({
      code: 'CONTACT_DETAILS',
      message: expect.stringContaining(named),
    })
    await open({ firstChatHours: 0 })
    expect(screen(me, conversationId, text)).toBeUndefined()
  })

  it.each([
    ['pineapple', { heldWords: ['pineapple'] }, 'not allowed here'],
    ['send nudes', {}, 'ask for sex'],
  ])('waits for a decision while its sender learns the reason: %s', async (text, settings, why) => {
    await open(settings)
    const { me, conversationId } = await talked()
    await expect(screen(me, conversationId, text)).rejects.toMatchObject({
      ...held,
      message: expect.stringContaining(why),
    })
    await open({ ...settings, messageFilter: false })
    expect(screen(me, conversationId, text)).toBeUndefined()
  })
})

it('reports and pauses a registration in the browser of a banned member', async () => {
  const userId = await rows.member()
  await defences.signupScreening.reportMatches(userId, [
    { kind: 'device', userId: await rows.member(), displayName: 'Ben' },
  ])
  const [report] = await reportsAbout(userId)
  expect(report).toMatchObject({ kind: 'EVASION', priority: 80 })
  expect(pauses).toEqual([[userId, expect.any(String), report?.id]])
})

it('demands a proof of work according to the setting', async () => {
  await defences.botDefence.beforeRegistration('203.0.113.7', false)
  await open({ proofOfWork: 'always' })
  await expect(defences.botDefence.beforeRegistration('203.0.113.7', false)).rejects.toMatchObject({
    code: 'PROOF_REQUIRED',
  })
})
