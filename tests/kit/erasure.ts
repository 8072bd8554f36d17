import type { TestApp } from './app.ts'
import type { Person } from './person.ts'

const prismaOf = (node: TestApp) => node.app.context.database.prisma

/** Closes a report as a decision does. */
export const decideReport = (node: TestApp, id: string, decidedAt: Date) =>
  prismaOf(node).report.update({ where: { id }, data: { status: 'DISMISSED', decidedAt } })

export const reportAbout = (node: TestApp, who: Person) =>
  prismaOf(node).report.findFirstOrThrow({ where: { reportedId: who.id } })

/** Reports a member, and returns the id of the report. */
export async function reportMember(node: TestApp, { by, about }: { by: Person; about: Person }) {
  await by.call('POST', '/api/user/report/true', { reportedUserId: about.id, reason: 'Unkind' })
  return (await reportAbout(node, about)).id
}
