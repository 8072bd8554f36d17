import { conversation } from '#schema/chat.ts'
import type { KeepState } from '#schema/kept.ts'
import { BEFORE_FIRST, batchQuery, SUBJECTS } from '#server/domains/privacy/export-subjects.ts'
import type { TestApp } from './app.ts'
import { poolOf } from './keeping.ts'
import { outcomeOf } from './keeping-steps.ts'
import { isLast, untilDelivered, viewerOf, type World } from './keeping-worlds.ts'
import { mailsTo } from './mails.ts'

/** Returns everything that Asha can read through the domains, and what her stream and her mailbox received. */
export async function observe(node: TestApp, world: World): Promise<unknown> {
  const { chat, keeping, inbox, moderation } = node.app.context
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
    chat.knocks.list(asha.id),
    chat.knocks.refused(asha.id),
    keeping.list(asha.id, page),
    inbox.list(asha.id, page),
    inbox.unreadCount(asha.id),
    moderation.blockedPeople(asha.id),
  ])
  return {
    read,
    events: stream.received.filter((one) => !isLast(one)).map(({ event, data }) => ({ event, data })),
    mails: mailsTo(node, asha.user.userName).filter(
      ({ subject }) => !subject.startsWith('Verify your email'),
    ),
  }
}

/** The files of an export that are about logins. */
const ABOUT_LOGINS = ['sessions.json', 'sign-ins.json', 'profile.json']

/** Returns the items of Asha's export. */
export const exported = (node: TestApp, { asha }: World): Promise<unknown> =>
  Promise.all(
    SUBJECTS.filter(({ file }) => !ABOUT_LOGINS.includes(file)).map(async (subject) => {
      const values = [asha.id, BEFORE_FIRST[subject.key.type], 100]
      const { rows } = await poolOf(node).query(batchQuery(subject), values)
      return { file: subject.file, items: rows.map(({ item }) => JSON.parse(item)) }
    }),
  )

/** Lets Asha report Ben. Returns what a moderator reads about it, and what Asha receives. */
export async function reported(node: TestApp, world: World): Promise<unknown> {
  const { moderation, moderationQueues, admin } = node.app.context
  const { asha, ben, moderator } = world
  await moderation.report({ reporterId: asha.id, reportedId: ben.id, reason: 'Sells things' })
  const { rows } = await poolOf(node).query<{ id: string }>(
    'SELECT id FROM report WHERE reporter_id = $1 AND reported_id = $2',
    [asha.id, ben.id],
  )
  return {
    cases: await Promise.all(rows.map(({ id }) => moderationQueues.queue.report(moderator, id))),
    people: await Promise.all([asha, ben].map(({ id }) => admin.userDetail(moderator, id))),
    own: await moderation.myReports(asha.id),
    seen: await observe(node, world),
  }
}

/** Returns whether Asha keeps in touch, as she sees it; null while she cannot see the conversation. */
export async function keepStateOf(node: TestApp, world: World): Promise<KeepState | null> {
  const seen = await outcomeOf(node.app.context.chat.conversation(world.id, viewerOf(world)))
  return conversation.safeParse(seen).data?.keep ?? null
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g

/** Replaces what differs between two worlds by chance: ids by the order in which they appear, times, and names. */
export function withoutChance({ asha, ben }: World, seen: unknown): string {
  const names = new Map<string, string>()
  return (JSON.stringify(seen, null, 1) ?? 'nothing')
    .replaceAll(asha.user.displayName, 'Asha')
    .replaceAll(ben.user.displayName, 'Ben')
    .replaceAll(JSON.stringify(asha.user.interests).slice(1, -1), '"shared"')
    .replaceAll(asha.user.userName, 'asha@example.com')
    .replaceAll(ben.user.userName, 'ben@example.com')
    .replace(UUID, (id) => {
      if (!names.has(id)) names.set(id, `id ${names.size}`)
      return names.get(id) ?? id
    })
    .replace(TIME, 'time')
}
