import { ApiError } from '#server/platform/errors.ts'
import type { TestApp } from './app.ts'
import { poolOf } from './keeping.ts'
import { changeSides, viewerOf, type World } from './keeping-worlds.ts'
import { passADay } from './knocks.ts'
import type { Person } from './person.ts'

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
  'ashaHidesPresence',
  'ashaKnocks',
  'ashaBlocks',
  'ashaUnblocks',
  'benSends',
  'benReads',
  'benTypes',
  'benLeaves',
  'benLetsGo',
  'benHidesPresence',
  'benComesOnline',
  'benAcceptsKnock',
  'benBlocks',
  'benUnblocks',
  'theyMeetAgain',
  'aDayPasses',
  'wishesAreDue',
  'benAsks',
  'benTakesBack',
] as const
export type Step = (typeof STEPS)[number]

/** Takes a step in a world through the domains. Returns what Asha gets for it. */
export const takeStep = (node: TestApp, world: World, step: Step): Promise<unknown> =>
  outcomeOf({ ...stepsOfAsha(node, world), ...stepsOfBen(node, world), ...stepsOfBoth(node, world) }[step]())

type Steps<Name extends Step> = Record<Name, () => Promise<unknown>>

function stepsOfAsha(node: TestApp, world: World): Steps<Step & `asha${string}`> {
  const { chat, keeping, moderation } = node.app.context
  const { asha, ben, id } = world
  const viewer = viewerOf(world)
  return {
    ashaAsks: async () => {
      await keeping.ask(viewer, id)
      return readWait(node, world)
    },
    ashaTakesBack: () => keeping.takeBack(asha.id, id),
    ashaSends: () => send(node, world, asha),
    ashaReads: () => chat.markRead(id, asha.id),
    ashaClears: () => chat.clear(id, asha.id),
    ashaLeaves: () => chat.resign(id, asha.id),
    ashaLetsGo: () => keeping.letGo(asha.id, ben.id),
    ashaWritesNote: () => keeping.update(asha.id, ben.id, { note: 'Lighthouse' }),
    ashaHidesPresence: () => keeping.update(asha.id, ben.id, { hidesPresence: true }),
    ashaKnocks: () => chat.startWith({ ...viewer, emailVerified: true }, ben.id),
    ashaBlocks: () => moderation.block(asha.id, ben.id),
    ashaUnblocks: () => moderation.unblock(asha.id, ben.id),
  }
}

function stepsOfBen(node: TestApp, world: World): Steps<Step & `ben${string}`> {
  const { chat, keeping, moderation } = node.app.context
  const { asha, ben, id } = world
  return {
    benSends: () => unseen(send(node, world, ben)),
    benReads: () => unseen(chat.markRead(id, ben.id)),
    benTypes: () => unseen(chat.setTyping(ben.id, { conversationId: id, isTyping: true })),
    benLeaves: () => unseen(chat.resign(id, ben.id)),
    benLetsGo: () => unseen(keeping.letGo(ben.id, asha.id)),
    benHidesPresence: () => unseen(keeping.update(ben.id, asha.id, { hidesPresence: true })),
    benComesOnline: () => unseen(chat.notifyPartners(ben.id, 'USER_ONLINE')),
    benAcceptsKnock: () => unseen(acceptKnock(node, world)),
    benBlocks: () => unseen(moderation.block(ben.id, asha.id)),
    benUnblocks: () => unseen(moderation.unblock(ben.id, asha.id)),
    benAsks: () => unseen(keeping.ask({ id: ben.id, premium: false }, id)),
    benTakesBack: () => unseen(keeping.takeBack(ben.id, id)),
  }
}

const stepsOfBoth = (
  node: TestApp,
  { asha, ben, id }: World,
): Steps<Exclude<Step, `${'asha' | 'ben'}${string}`>> => ({
  theyMeetAgain: () => unseen(node.app.context.chat.open(asha.id, ben.id, [])),
  aDayPasses: () => passADay(node, id),
  wishesAreDue: () => unseen(makeDue(node, id)),
})

/** Sends a message. The chat writes the activity of a conversation half a second later. */
async function send(node: TestApp, { id }: World, { user }: Person): Promise<unknown> {
  const { chat } = node.app.context
  const sender = { id: user.id, displayName: user.displayName }
  const sent = await chat.sendReleased(sender, { conversationId: id, message: 'Hello' })
  const now = "last_activity = now() + interval '10 milliseconds', unread_since = NULL"
  await poolOf(node).query(changeSides(now, 'conversation_id = $1'), [id])
  return sent
}

/** Ben accepts Asha's knock, if one waits. */
async function acceptKnock(node: TestApp, { asha, ben }: World): Promise<void> {
  const { knocks } = node.app.context.chat
  const knock = (await knocks.list(ben.id)).find(({ userId }) => userId === asha.id)
  if (knock) await knocks.accept(ben.id, knock.id)
}

/** Returns how long Asha's wish waits: a random time at first, then an hour by `postponeWishes`, and null once compared. */
async function readWait(node: TestApp, { asha, id }: World): Promise<unknown> {
  const { rows } = await poolOf(node).query(
    `SELECT CASE WHEN due IS NULL THEN NULL WHEN due - created > interval '110 seconds' THEN 'an hour'
       WHEN due - created >= interval '5 seconds' THEN 'a random time' ELSE 'too short' END AS wait
     FROM keep_wish WHERE user_id = $1 AND conversation_id = $2`,
    [asha.id, id],
  )
  return rows
}

const makeDue = (node: TestApp, id: string) =>
  poolOf(node).query('UPDATE keep_wish SET due = now() WHERE due IS NOT NULL AND conversation_id = $1', [id])

/** Moves wishes out of the reach of the node's own job, which would compare them after some seconds. */
export const postponeWishes = (node: TestApp) =>
  poolOf(node).query("UPDATE keep_wish SET due = now() + interval '1 hour' WHERE due IS NOT NULL")

/** Returns the result of some work, or the refusal that a member receives. */
export const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    return { code: error.code, status: error.status, message: error.message }
  })

/** Ben alone gets the answer. */
const unseen = (work: Promise<unknown>) => outcomeOf(work).then(() => undefined)
