import { type Conversation, conversation, messagePage } from '#schema/chat.ts'
import { type Knock, knockList } from '#schema/knocks.ts'
import type { TestApp } from './app.ts'
import { type Answer, type Person, pair } from './person.ts'

const answered = ({ status, body }: Answer): Conversation => {
  if (status !== 200) throw new Error(`the chat was refused: ${JSON.stringify(body)}`)
  return conversation.parse(body)
}

/** Asks a member to chat from a list. */
export const knockOn = async (starter: Person, other: Pick<Person, 'id'>) =>
  answered(await starter.call('POST', '/api/v1/conversation', { secondUser: other.id }))

/** Returns the knocks that wait for a member. */
export const knocksOf = async (person: Person): Promise<Knock[]> =>
  knockList.parse((await person.call('GET', '/api/v1/knocks')).body).elements

/** Returns the knock of one member that waits for another one. */
export async function knockFrom(starter: Pick<Person, 'id'>, other: Person): Promise<Knock> {
  const knock = (await knocksOf(other)).find(({ userId }) => userId === starter.id)
  if (!knock) throw new Error('the knock is not shown')
  return knock
}

/** Asks a member to chat from a list, and lets them accept. Returns the conversation as the starter sees it. */
export async function startChat(starter: Person, other: Person): Promise<Conversation> {
  const started = await knockOn(starter, other)
  if (!started.awaitsAnswer) return started
  const { id } = await knockFrom(starter, other)
  answered(await other.call('POST', `/api/v1/knocks/${id}/accept`))
  return answered(await starter.call('GET', `/api/v1/conversation/${started.id}`))
}

/** Lets the members of a conversation knock again: as if a day had passed since the last knock and the last chat. */
export async function passADay(node: TestApp, conversationId: string): Promise<void> {
  const { pool } = node.app.context.database
  await pool.query(
    `UPDATE knock SET created = created - interval '24 hours', expires = expires - interval '24 hours'
     WHERE conversation_id = $1`,
    [conversationId],
  )
  await pool.query(`UPDATE conversation SET ended_at = ended_at - interval '24 hours' WHERE id = $1`, [
    conversationId,
  ])
}

/** Two members who have talked. The first one left, so they may knock at once. */
export async function partedPair(first: TestApp, second: TestApp = first) {
  const { asha, ben, conversationId } = await pair(first, second)
  await resign(asha, conversationId)
  return { asha, ben, id: conversationId }
}

export const resign = (person: Person, id: string) => person.call('GET', `/api/v1/conversation/${id}/resign`)

export const start = (person: Person, other: Pick<Person, 'id'>) =>
  person.call('POST', '/api/v1/conversation', { secondUser: other.id })

export const accept = (person: Person, id: string) => person.call('POST', `/api/v1/knocks/${id}/accept`)

export const decline = (person: Person, id: string, forever = false) =>
  person.call('POST', `/api/v1/knocks/${id}/decline`, { forever })

/** Sends a message, and returns the answer also when it is refused. */
export const say = (person: Person, conversationId: string, message: string, key?: string) =>
  person.call('POST', '/api/v1/message', {
    conversationId,
    message,
    ...(key ? { clientMessageId: key } : {}),
  })

/** Returns the texts of a conversation as a member sees them, the newest first. */
export async function textsOf(person: Person, id: string): Promise<string[]> {
  const { body } = await person.call('POST', '/api/v1/messages', { id })
  return messagePage.parse(body).elements.map(({ message }) => message)
}

/** What answering a knock that has ended returns. */
export const GONE = { status: 404, body: { message: 'This invitation is no longer open.' } }
