import { describe, expect, it } from 'vitest'
import type { ReportCategory } from '#schema/chat.ts'
import { isUrgentText } from '#server/domains/abuse/index.ts'
import { createAutomaticReports } from '#server/domains/moderation/index.ts'
import { listOwnReports } from '#server/domains/moderation/reports/list-own-reports.ts'
import { type MemberReport, reportMember } from '#server/domains/moderation/reports/report-member.ts'
import { createEventRecorder } from '../../kit/event-recorder.ts'
import { openRows } from '../../kit/rows.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useStarted } from '../../kit/use-started.ts'

const rows = useStarted(openRows)

function store(report: MemberReport) {
  const { events } = createEventRecorder('userBlocked', 'moderationChanged')
  const platform = testPlatform({ database: rows.database, events, rateLimitFactor: 1_000 })
  const automaticReports = createAutomaticReports(platform)
  const autoPause = { reporters: 0, pause: async () => undefined }
  return reportMember({ ...platform, isUrgentText, automaticReports, autoPause }, report)
}
const storedOf = (reportedId: string) => rows.database.prisma.report.findMany({ where: { reportedId } })

/** A report by a member who has a conversation with the reported one. */
async function send(
  reportedId: string,
  { reason = 'x', category }: { reason?: string; category?: ReportCategory },
) {
  const reporterId = await rows.member()
  await rows.conversation(reporterId, reportedId)
  await store({ reporterId, reportedId, reason, category })
  return reporterId
}

describe('the priority of a report', () => {
  // covers: beyond-urgent-reports-first
  it.each([
    ['German', 'Er hat gedroht, mich umzubringen'],
    ['Spanish', 'Dice que va a matarme'],
    ['Hindi', 'उसने जान से मारने की धमकी दी'],
  ])('rises for a death threat in %s', async (_, reason) => {
    const subject = await rows.member()
    await send(subject, { reason })
    expect(await storedOf(subject)).toMatchObject([{ priority: 50 }])
  })

  it('stays when an urgent word is only a part of another phrase', async () => {
    const subject = await rows.member()
    await send(subject, { reason: 'No kidding, he was rude' })
    expect(await storedOf(subject)).toMatchObject([{ priority: 0 }])
  })

  // covers: beyond-urgent-reports-first
  it.each([
    ...([
      ['THREAT', 'Bad', 50],
      ['SELF_HARM', 'Bad', 50],
      ['UNDERAGE', 'Bad', 50],
      ['SEXUAL', 'Bad', 30],
    ] as const),
    ...([
      ['HATE', 'Bad', 30],
      ['MONEY', 'Bad', 20],
      ['SPAM', 'Bad', 10],
      ['OTHER', 'Bad', 0],
    ] as const),
    ...([
      ['SPAM', 'He will kill me', 60],
      ['THREAT', 'He will kill me', 100],
    ] as const),
  ])('follows the category %s, to which words add: %s', async (category, reason, priority) => {
    const subject = await rows.member()
    await send(subject, { reason, category })
    expect(await storedOf(subject)).toMatchObject([{ category, priority }])
  })

  it('comes with the category of the most urgent report by the same member', async () => {
    const subject = await rows.member()
    const reporterId = await send(subject, { category: 'SPAM' })
    const again = (category?: ReportCategory) =>
      store({ reporterId, reportedId: subject, reason: 'Again', category })
    for (const [category, expected] of [
      [undefined, 'SPAM'],
      ['OTHER', 'SPAM'],
      ['THREAT', 'THREAT'],
      ['SEXUAL', 'THREAT'],
    ] as const) {
      await again(category)
      expect(await storedOf(subject)).toMatchObject([{ category: expected }])
    }
    expect(await listOwnReports(rows.database.pool, reporterId)).toMatchObject([{ category: 'THREAT' }])
  })
})
