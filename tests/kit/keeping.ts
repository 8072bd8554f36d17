import { conversation, conversationPage } from '#schema/chat.ts'
import { type Kept, keptPage } from '#schema/kept.ts'
import type { TestApp } from './app.ts'
import type { Answer, Person } from './person.ts'
import { pair } from './person.ts'

const pathOf = (id: string) => `/api/v1/conversation/${id}/keep`

export const askToKeep = (person: Person, id: string): Promise<Answer> => person.call('PUT', pathOf(id))
export const takeBackKeep = (person: Person, id: string): Promise<Answer> => person.call('DELETE', pathOf(id))
export const updateKept = (person: Person, userId: string, change: object): Promise<Answer> =>
  person.call('PUT', `/api/v1/kept/${userId}`, change)
export const letGo = (person: Person, userId: string): Promise<Answer> =>
  person.call('DELETE', `/api/v1/kept/${userId}`)

export const poolOf = (node: TestApp) => node.app.context.database.pool

/** Compares the wishes that are due. The first call may join a run that began earlier. */
export async function settle(node: TestApp): Promise<void> {
  for (let run = 0; run < 2; run += 1) await node.app.context.keeping.settle()
}

/** Tells pairs that were not told. The first call may join a run that began earlier. */
export async function tellKept(node: TestApp): Promise<void> {
  for (let run = 0; run < 2; run += 1) await node.app.context.keeping.tell()
}

/** Lets the time pass after which wishes are compared, and compares them. */
export async function settleWishes(node: TestApp): Promise<void> {
  await poolOf(node).query('UPDATE keep_wish SET due = now() WHERE due IS NOT NULL')
  await settle(node)
}

/** Two members who keep in touch. */
export async function keptPair(node: TestApp, other: TestApp = node) {
  const two = await pair(node, other)
  await askToKeep(two.asha, two.conversationId)
  await askToKeep(two.ben, two.conversationId)
  await settleWishes(node)
  return two
}

/** Returns the first page of the members whom a member keeps. */
export async function keptOf(person: Person): Promise<Kept[]> {
  const { body } = await person.call('GET', '/api/v1/kept')
  return keptPage.parse(body).elements
}

/** Returns a conversation as the member sees it. */
export async function conversationOf(person: Person, id: string) {
  const { body } = await person.call('GET', `/api/v1/conversation/${id}`)
  return conversation.parse(body)
}

/** Returns the first page of a member's conversations. */
export async function conversationsOf(person: Person) {
  const { body } = await person.call('POST', '/api/v1/conversations', {})
  return conversationPage.parse(body)
}

/** Ends a conversation so many hours ago. */
export async function endHoursAgo(node: TestApp, id: string, hours: number): Promise<void> {
  await poolOf(node).query(
    `UPDATE conversation SET ended_at = now() - $2 * interval '1 hour' WHERE id = $1`,
    [id, hours],
  )
}

/** Moves a conversation and its messages so many days back. */
export async function makeOlder(node: TestApp, id: string, days: number): Promise<void> {
  await poolOf(node).query(
    `UPDATE conversation_member SET last_activity = last_activity - $2 * interval '1 day' WHERE conversation_id = $1`,
    [id, days],
  )
}
