import { LIMITS } from '#schema/limits.ts'
import type { Actor } from '#server/domains/moderation/index.ts'
import type { TestApp } from './app.ts'
import { joinAs } from './graphql.ts'
import { poolOf } from './keeping.ts'
import { join, type Person, pair, type Received, type TestStream } from './person.ts'

/** Asha, Ben and their conversation. In one of two worlds, Ben never asks to keep in touch. */
export interface World {
  asha: Person
  ben: Person
  id: string
  /** Everything that Asha's stream receives. */
  stream: TestStream
  /** Keeps Ben online. */
  benStream: TestStream
  /** A member of staff who knows neither. */
  moderator: Actor
}

export const viewerOf = ({ asha }: World) => ({ id: asha.id, premium: false })

/** The members of the events after which everything that was published before has arrived. */
const LAST = '00000000-0000-7000-8000-'

export const isLast = ({ data }: Received) => String(data.userId).startsWith(LAST)

/** Waits until everything that was published has arrived. */
export async function untilDelivered(node: TestApp, { asha, stream }: World) {
  const userId = `${LAST}${String(stream.received.length).padStart(12, '0')}`
  await node.app.context.live.publish([asha.id], { event: 'USER_ONLINE', data: { userId } })
  await stream.next('USER_ONLINE', (data) => data.userId === userId)
}

/** How a run begins. */
export interface Beginning {
  /** How many other members Asha asked. Ten are as many as the free plan allows. */
  otherWishes: number
  /** Whether Asha and Ben keep in touch, as after wishes of earlier. */
  areKept: boolean
}

/** Two worlds with the same people, and Asha's other wishes in both. */
export async function openWorlds(node: TestApp): Promise<[World, World]> {
  const others: Person[] = []
  while (others.length < LIMITS.keptFree) others.push(await join(node))
  const around = { others, moderator: { id: (await joinAs(node, 'ADMIN')).id, role: 'ADMIN' as const } }
  return [await openWorld(node, around), await openWorld(node, around)]
}

async function openWorld(
  node: TestApp,
  { others, moderator }: { others: readonly Person[]; moderator: Actor },
): Promise<World> {
  const { asha, ben, conversationId: id } = await pair(node)
  const [stream, benStream] = [await asha.stream(), await ben.stream()]
  for (const opened of [stream, benStream]) await opened.next('ready')
  for (const other of others) await node.app.context.chat.open(asha.id, other.id, [])
  return { asha, ben, id, stream, benStream, moderator }
}

/**
 * Returns a statement that changes rows of conversation_member. It locks them in the order of the chat, which may write the
 * activity of earlier steps at the same time.
 */
export const changeSides = (change: string, condition: string) => `
  WITH sides AS (
    SELECT conversation_id, user_id FROM conversation_member WHERE ${condition}
    ORDER BY conversation_id, user_id FOR NO KEY UPDATE
  )
  UPDATE conversation_member member SET ${change}
  FROM sides WHERE sides.conversation_id = member.conversation_id AND sides.user_id = member.user_id`

/** Statements about a conversation, and about its two members. */
const RESET_CONVERSATION = [
  'DELETE FROM report WHERE conversation_id = $1',
  'DELETE FROM knock WHERE conversation_id = $1',
  'DELETE FROM message WHERE conversation_id = $1',
  'UPDATE conversation SET opened_at = now(), ended_at = NULL, ended_by = NULL, last_message_at = NULL WHERE id = $1',
  changeSides(
    `active = true, kept_at = NULL, kept_note = NULL, hides_presence = false, delivered_through = NULL,
     read_through = NULL, cleared_through = NULL, unread_since = NULL, counted_day = NULL,
     last_activity = now() - interval '2 hours'`,
    'conversation_id = $1',
  ),
]
const RESET_MEMBERS = [
  'DELETE FROM notification WHERE user_id = ANY($1::uuid[])',
  'DELETE FROM keep_wish WHERE user_id = ANY($1::uuid[])',
  'DELETE FROM block WHERE blocker_id = ANY($1::uuid[])',
  'DELETE FROM daily_conversation_start WHERE user_id = ANY($1::uuid[])',
]
const ASK_OTHERS = `
  INSERT INTO keep_wish (user_id, conversation_id)
  SELECT user_id, conversation_id FROM conversation_member WHERE user_id = $1 AND conversation_id <> $2
  ORDER BY conversation_id LIMIT $3`
const KEEP = changeSides('kept_at = now()', 'conversation_id = $1')

/** Returns a world to its beginning. */
export async function resetWorld(node: TestApp, world: World, { otherWishes, areKept }: Beginning) {
  await untilDelivered(node, world)
  const { asha, ben, id, stream, benStream } = world
  const pool = poolOf(node)
  for (const text of RESET_CONVERSATION) await pool.query(text, [id])
  for (const text of RESET_MEMBERS) await pool.query(text, [[asha.id, ben.id]])
  await pool.query(ASK_OTHERS, [asha.id, id, otherWishes])
  if (areKept) await pool.query(KEEP, [id])
  // The chat writes the activity of earlier runs later than they end. It stays behind that of the other conversations.
  await pool.query(changeSides('last_activity = now()', 'user_id = $1 AND conversation_id <> $2'), [
    asha.id,
    id,
  ])
  for (const { received } of [stream, benStream]) received.length = 0
}

/** Ends the streams of the members of a world. */
export function closeWorld({ stream, benStream }: World) {
  for (const opened of [stream, benStream]) opened.close()
}
