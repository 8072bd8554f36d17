import { conversation } from '#schema/chat.ts'
import type { KeepState } from '#schema/kept.ts'
import { BEFORE_FIRST, batchQuery, SUBJECTS } from '#server/domains/privacy/export-subjects.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { TestApp } from './app.ts'
import { poolOf } from './keeping.ts'
import { join, type Person, pair, type Received, type TestStream } from './person.ts'

/** Asha, Ben and their conversation. In one of two worlds, Ben never asks to keep in touch. */
export interface World {
  asha: Person
  ben: Person
  id: string
  /** Everything that Asha's stream receives. */
  stream: TestStream
}

/** The members of the events after which everything that was published before has arrived. */
const LAST = '00000000-0000-7000-8000-'

/** Waits until everything that was published has arrived. */
async function untilDelivered(node: TestApp, { asha, stream }: World) {
  const userId = `${LAST}${String(stream.received.length).padStart(12, '0')}`
  await node.app.context.live.publish([asha.id], { event: 'USER_ONLINE', data: { userId } })
  await stream.next('USER_ONLINE', (data) => data.userId === userId)
}

const isLast = ({ data }: Received) => String(data.userId).startsWith(LAST)

/** What the two do, and what time does. The last two are Ben's wish. */
export const STEPS = [
  'ashaAsks',
  'ashaTakesBack',
  'ashaSends',
  'ashaReads',
  'ashaClears',
  'ashaLeaves',
  'ashaLetsGo',
  'ashaWritesNote',
  'benSends',
  'benReads',
  'benTypes',
  'benLeaves',
  'benLetsGo',
  'theyMeetAgain',
  'aDayPasses',
  'wishesAreDue',
  'benAsks',
  'benTakesBack',
] as const
export type Step = (typeof STEPS)[number]

/** How many other members Asha asked at the beginning: one wish more fits the free plan, and two do not. */
const OTHER_WISHES = 9

/** Two worlds with the same people, and Asha's other wishes in both. */
export async function openWorlds(node: TestApp): Promise<[World, World]> {
  const others: Person[] = []
  while (others.length < OTHER_WISHES) others.push(await join(node))
  return [await openWorld(node, others), await openWorld(node, others)]
}

async function openWorld(node: TestApp, others: readonly Person[]): Promise<World> {
  const { asha, ben, conversationId: id } = await pair(node)
  const stream = await asha.stream()
  await stream.next('ready')
  for (const other of others) await node.app.context.chat.open(asha.id, other.id, [])
  return { asha, ben, id, stream }
}

/** Statements about a conversation, and about its two members. */
const RESET_CONVERSATION = [
  'DELETE FROM message WHERE conversation_id = $1',
  'UPDATE conversation SET ended_at = NULL, ended_by = NULL, last_message_at = NULL WHERE id = $1',
  `UPDATE conversation_member SET active = true, kept_at = NULL, kept_note = NULL, hides_presence = false,
     delivered_through = NULL, read_through = NULL, cleared_through = NULL, unread_since = NULL,
     last_activity = now() - interval '2 hours' WHERE conversation_id = $1`,
]
const RESET_MEMBERS = [
  'DELETE FROM notification WHERE user_id = ANY($1::uuid[])',
  'DELETE FROM keep_wish WHERE user_id = ANY($1::uuid[])',
]
const ASK_OTHERS = `
  INSERT INTO keep_wish (user_id, conversation_id)
  SELECT user_id, conversation_id FROM conversation_member WHERE user_id = $1 AND conversation_id <> $2`

/** Returns a world to its beginning. `isFull`: Asha asked so many others that one wish more fits. */
export async function resetWorld(node: TestApp, world: World, isFull: boolean) {
  await untilDelivered(node, world)
  const { asha, ben, id, stream } = world
  const pool = poolOf(node)
  for (const text of RESET_CONVERSATION) await pool.query(text, [id])
  for (const text of RESET_MEMBERS) await pool.query(text, [[asha.id, ben.id]])
  if (isFull) await pool.query(ASK_OTHERS, [asha.id, id])
  // The chat writes the activity of earlier runs later than they end. It stays behind that of the other conversations.
  await pool.query(
    `UPDATE conversation_member SET last_activity = now() WHERE user_id = $1 AND conversation_id <> $2`,
    [asha.id, id],
  )
  stream.received.length = 0
}

const viewerOf = ({ asha }: World) => ({ id: asha.id, premium: false })

/** Takes a step in a world through the domains. Returns what Asha gets for it. */
export function takeStep(node: TestApp, world: World, step: Step): Promise<unknown> {
  const { chat, keeping } = node.app.context
  const { asha, ben, id } = world
  const send = ({ user }: Person) =>
    chat.sendReleased(
      { id: user.id, displayName: user.displayName },
      { conversationId: id, message: 'Hello' },
    )
  const steps: Record<Step, () => Promise<unknown>> = {
    ashaAsks: () => keeping.ask(viewerOf(world), id),
    ashaTakesBack: () => keeping.takeBack(asha.id, id),
    ashaSends: () => send(asha).then(touch(node, world)),
    ashaReads: () => chat.markRead(id, asha.id),
    ashaClears: () => chat.clear(id, asha.id),
    ashaLeaves: () => chat.resign(id, asha.id),
    ashaLetsGo: () => keeping.letGo(asha.id, ben.id),
    ashaWritesNote: () => keeping.update(asha.id, ben.id, { note: 'Lighthouse' }),
    benSends: () => unseen(send(ben).then(touch(node, world))),
    benReads: () => unseen(chat.markRead(id, ben.id)),
    benTypes: () => unseen(chat.setTyping(ben.id, { conversationId: id, isTyping: true })),
    benLeaves: () => unseen(chat.resign(id, ben.id)),
    benLetsGo: () => unseen(keeping.letGo(ben.id, asha.id)),
    theyMeetAgain: () => unseen(chat.open(asha.id, ben.id, [])),
    aDayPasses: () => passDay(node, id),
    wishesAreDue: () => makeDue(node, [id]),
    benAsks: () => unseen(keeping.ask({ id: ben.id, premium: false }, id)),
    benTakesBack: () => unseen(keeping.takeBack(ben.id, id)),
  }
  return outcomeOf(steps[step]())
}

/** Ben alone gets the answer. */
const unseen = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => rethrowOthers(error),
  )

function rethrowOthers(error: unknown) {
  if (!(error instanceof ApiError)) throw error
}

export const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    return { code: error.code, status: error.status, message: error.message }
  })

/** The chat writes the activity of a conversation half a second later. */
const touch =
  (node: TestApp, { id }: World) =>
  async (answer: unknown) => {
    await poolOf(node).query(
      `UPDATE conversation_member SET last_activity = now() + interval '10 milliseconds', unread_since = NULL WHERE conversation_id = $1`,
      [id],
    )
    return answer
  }

const passDay = async (node: TestApp, id: string) => {
  await poolOf(node).query(
    `UPDATE conversation SET ended_at = ended_at - interval '24 hours' WHERE id = $1 AND ended_at IS NOT NULL`,
    [id],
  )
}

const makeDue = async (node: TestApp, ids: string[]) => {
  await poolOf(node).query(
    'UPDATE keep_wish SET due = now() WHERE due IS NOT NULL AND conversation_id = ANY($1::uuid[])',
    [ids],
  )
}

/** Moves wishes out of the reach of the node's own job, which would compare them after some seconds. */
export const postponeWishes = (node: TestApp) =>
  poolOf(node).query("UPDATE keep_wish SET due = now() + interval '1 hour' WHERE due IS NOT NULL")

/** Returns everything that Asha can read through the domains, and what her stream received. */
export async function observe(node: TestApp, world: World): Promise<unknown> {
  const { chat, keeping, inbox } = node.app.context
  const { asha, ben, id, stream } = world
  const viewer = viewerOf(world)
  const page = { pageNumber: 0, size: 20 }
  await untilDelivered(node, world)
  const read = await Promise.all([
    outcomeOf(chat.conversation(id, viewer)),
    outcomeOf(chat.conversations(viewer, page)),
    chat.conversationCount(viewer),
    chat.recentChats(asha.id),
    outcomeOf(chat.messages(viewer, { id, ...page })),
    outcomeOf(chat.partner(asha.id, ben.id)),
    keeping.list(asha.id, page),
    inbox.list(asha.id, page),
    inbox.unreadCount(asha.id),
  ])
  return {
    read,
    events: stream.received.filter((one) => !isLast(one)).map(({ event, data }) => ({ event, data })),
  }
}

/** Returns the items of Asha's export, and the messages that a report would copy. */
export async function exported(node: TestApp, { asha, id }: World): Promise<unknown> {
  const files = SUBJECTS.filter(
    ({ file }) => !['sessions.json', 'sign-ins.json', 'profile.json'].includes(file),
  )
  const rows = await Promise.all(
    files.map(async (subject) => {
      const found = await poolOf(node).query(batchQuery(subject), [
        asha.id,
        BEFORE_FIRST[subject.key.type],
        100,
      ])
      return { file: subject.file, items: found.rows.map(({ item }) => JSON.parse(item)) }
    }),
  )
  const evidence = await poolOf(node).query(
    'SELECT sender_id, body FROM message WHERE conversation_id = $1 ORDER BY id',
    [id],
  )
  return { rows, evidence: evidence.rows }
}

/** Returns whether Asha keeps in touch, as she sees it; null while she cannot see the conversation. */
export async function keepStateOf(node: TestApp, { asha, id }: World): Promise<KeepState | null> {
  const seen = await outcomeOf(node.app.context.chat.conversation(id, { id: asha.id, premium: false }))
  return conversation.safeParse(seen).data?.keep ?? null
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g

/** Replaces what differs between two worlds by chance: ids by the order in which they appear, times, and names. */
export function withoutChance({ asha, ben }: World, seen: unknown): string {
  const names = new Map<string, string>()
  return (JSON.stringify(seen) ?? 'nothing')
    .replaceAll(asha.user.displayName, 'Asha')
    .replaceAll(ben.user.displayName, 'Ben')
    .replaceAll(JSON.stringify(asha.user.interests).slice(1, -1), '"shared"')
    .replaceAll(asha.user.userName, 'asha@example.com')
    .replace(UUID, (id) => {
      if (!names.has(id)) names.set(id, `id ${names.size}`)
      return names.get(id) ?? id
    })
    .replace(TIME, 'time')
}
