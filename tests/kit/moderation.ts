import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { ask as askOver, joinAs } from './graphql.ts'
import { join, type Person, pair } from './person.ts'

export const REPORT = `query($id: ID!) { reportCase(id: $id) {
  status category reason priority reporter { id } reported { id } evidence { text senderId } } }`
export const DECIDE = `mutation($id: ID!, $kind: Decision!, $reason: String!, $days: Int) {
  decideReport(id: $id, kind: $kind, reason: $reason, days: $days) }`
export const DECIDE_ABOUT = DECIDE.replace('decideReport', 'decideAboutPerson')
export const ACCOUNT_STATUS = `{ standing { suspended banned until
  history { actionId kind reason reversed strikeUntil appeal { status answer } } } }`
export const REVERSE = 'mutation($id: ID!, $reason: String!) { reverseAction(id: $id, reason: $reason) }'
export const MY_REPORTS = '{ myReports { displayName category reason status outcome } }'
export const APPEAL = 'mutation($id: ID!, $text: String!) { appeal(actionId: $id, text: $text) }'
export const DECIDE_APPEAL = `mutation($id: ID!, $reverse: Boolean!, $answer: String!) {
  decideAppeal(id: $id, reverse: $reverse, answer: $answer) }`

export const CLAIM_REPORT = 'mutation($id: ID!) { claimReport(id: $id) { by { id } until } }'
export const RELEASE_REPORT = 'mutation($id: ID!) { releaseReport(id: $id) }'
export const ADD_NOTE = `mutation($userId: ID!, $reportId: ID, $text: String!) {
  addNote(userId: $userId, reportId: $reportId, text: $text) { id text reportId author { id } } }`

/** A moderator and an administrator of one node, and their usual calls. */
export async function moderationOf(node: TestApp) {
  const [moderator, admin] = [await joinAs(node, 'MODERATOR'), await joinAs(node, 'ADMIN')]

  async function ask(who: Person | null, query: string, variables: Record<string, unknown> = {}) {
    const { data, codes } = await askOver(node, who, query, variables)
    return { data: data ?? {}, codes }
  }

  async function openReportAbout({ id }: Person): Promise<string> {
    const { prisma } = node.app.context.database
    const row = await prisma.report.findFirstOrThrow({
      where: { reportedId: id, status: 'OPEN' },
      orderBy: { id: 'desc' },
    })
    return row.id
  }

  const decideAbout = async (who: Person, verdict: { kind: string; days?: number }) => {
    const answer = await ask(moderator, DECIDE_ABOUT, { id: who.id, reason: 'Threats', ...verdict })
    expect(answer.codes).toEqual([])
  }

  return {
    moderator,
    admin,
    ask,
    suspend: (who: Person, days = 3) => decideAbout(who, { kind: 'SUSPEND', days }),
    ban: (who: Person) => decideAbout(who, { kind: 'BAN' }),

    /** A member whose account is old enough for their reports to count. */
    async establishedMember() {
      const person = await join(node)
      await node.app.context.database.prisma.user.update({
        where: { id: person.id },
        data: { created: new Date(Date.now() - 48 * 3_600_000) },
      })
      return person
    },

    /** Two members who talked, and one report by the first about the second. */
    async reported(reason = 'He would not stop') {
      const { asha, ben, conversationId } = await pair(node)
      await ben.send(conversationId, 'Something that is not right')
      await asha.call('POST', '/api/user/report/true', { reportedUserId: ben.id, reason })
      return { asha, ben, conversationId, reportId: await openReportAbout(ben) }
    },
  }
}

export type Moderation = Awaited<ReturnType<typeof moderationOf>>

/** Returns the moderation actions about a member, the oldest first. */
export const actionsAbout = (node: TestApp, who: Person) =>
  node.app.context.database.prisma.moderationAction.findMany({
    where: { subjectId: who.id },
    orderBy: { id: 'asc' },
  })
