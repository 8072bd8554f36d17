import { BACKGROUND_HEADER } from '#schema/limits.ts'
import { MESSAGE_ADDRESS, SESSION_ADDRESS } from '../data/addresses.ts'
import { isOutdated } from '../state/chat/is-outdated.ts'
import { isPending, type ShownMessage } from '../state/chat/messages.ts'
import type { UnsentDatabase } from '../state/unsent/unsent-database.ts'

interface SendUnsentDeps {
  database: Pick<UnsentDatabase, 'messages' | 'removeMessage'>
  fetch: typeof fetch
  /** Runs it while no tab sends messages of the conversation. */
  whileAlone(conversationId: string, send: () => Promise<void>): Promise<void>
  /** Tells the tabs of a member that the messages have changed. */
  announce(userId: string): void
  now(): number
}

/**
 * Sends the messages that wait, in their order, under the rules of the outbox (decision 38), if the session of this browser is
 * that of their member. What is refused or too old waits for the member. @throws Error to be called again later
 */
export async function sendUnsent(deps: SendUnsentDeps): Promise<void> {
  if ((await deps.database.messages()).length === 0) return
  const userId = await memberOf(deps)
  if (userId === null) return
  const own = (await deps.database.messages()).filter((kept) => kept.userId === userId)
  for (const id of new Set(own.map(({ conversationId }) => conversationId)))
    await deps.whileAlone(id, () => sendConversation(deps, userId, id))
}

/** Reads the messages again after each one: a tab or a logout may have removed them. */
async function sendConversation(deps: SendUnsentDeps, userId: string, conversationId: string) {
  const { database, announce, now } = deps
  for (;;) {
    const kept = (await database.messages()).find(
      (one) => one.userId === userId && one.conversationId === conversationId && isPending(one.message),
    )
    if (!kept || isOutdated(kept.message, now()) || !(await post(deps, kept.message))) return
    await database.removeMessage(kept.id)
    announce(userId)
  }
}

/** Returns whether the server has the message. A refused one is shown by the app, which sends it again. */
async function post({ fetch }: SendUnsentDeps, message: ShownMessage): Promise<boolean> {
  const { id, conversationId, time, clientMessageId, confirmed } = message
  const body = {
    conversationId,
    message: message.message,
    // The server stores each key once.
    clientMessageId: clientMessageId ?? id,
    ...(confirmed ? { confirmed } : {}),
  }
  const answer = await fetch(MESSAGE_ADDRESS, {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json', time },
    body: JSON.stringify(body),
  })
  return isDone(answer)
}

/** Returns the id of the member whose session this browser has; null for none. */
async function memberOf({ fetch }: SendUnsentDeps): Promise<string | null> {
  const answer = await fetch(SESSION_ADDRESS, {
    credentials: 'include',
    headers: { [BACKGROUND_HEADER]: '1' },
  })
  if (!isDone(answer)) return null
  const session: unknown = await answer.json()
  const user = typeof session === 'object' && session !== null && 'user' in session ? session.user : null
  return typeof user === 'object' && user !== null && 'id' in user && typeof user.id === 'string'
    ? user.id
    : null
}

/** @throws Error if the server may answer otherwise later */
function isDone({ ok, status }: Response): boolean {
  if (status >= 500 || status === 429) throw new Error(`the server answered with ${status}`)
  return ok
}
