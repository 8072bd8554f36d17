import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Activity, createActivity } from '#server/domains/chat/activity.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'
import { whileTimeStands } from '../../kit/while-time-stands.ts'

const MINUTE = 60_000
const LONG_AGO = new Date('2020-01-01T00:00:00Z')
const SAID = new Date()

const rows = useStarted(openRows)

let errors: unknown[]
/** The error of the next statements. */
let failure: Error | null
let written: number
let activity: Activity
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  errors = []
  failure = null
  written = 0
  const { pool } = rows.database
  activity = createActivity({
    pool: new Proxy(pool, {
      get(target, name) {
        if (name !== 'query') return Reflect.get(target, name)
        written += 1
        return failure ? () => Promise.reject(failure) : target.query.bind(target)
      },
    }),
    onError: (error) => errors.push(error),
  })
})
afterEach(async () => {
  await activity[Symbol.asyncDispose]()
  vi.useRealTimers()
})

/** A conversation without messages for years, and a reader of its members' activity. */
async function quietConversation() {
  const [asha, ben] = [await rows.member(), await rows.member()]
  const id = await rows.conversation(asha, ben)
  const members = rows.database.prisma.conversationMember
  await members.updateMany({ where: { conversationId: id }, data: { lastActivity: LONG_AGO } })
  return {
    id,
    asha,
    ben,
    /** The time of the last message, and of the first unread one, for each member. */
    async known() {
      const all = await members.findMany({ where: { conversationId: id }, orderBy: { userId: 'asc' } })
      return all.map(({ lastActivity, unreadSince }) => [lastActivity, unreadSince])
    },
  }
}
const later = (milliseconds: number) => new Date(SAID.getTime() + milliseconds)
const bothAt = (last: Date, unread: Date | null = last) => [
  [last, unread],
  [last, unread],
]

describe('the time of the last message of a conversation', () => {
  it('changes for both members half a second after the first of several, in one statement', async () => {
    const [one, other] = [await quietConversation(), await quietConversation()]
    activity.touch(one.id, SAID)
    await vi.advanceTimersByTimeAsync(400)
    activity.touch(other.id, SAID)
    activity.touch(one.id, later(1))
    await vi.advanceTimersByTimeAsync(99)
    expect(written).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    await whileTimeStands(one.known, bothAt(later(1)))
    expect(await other.known()).toEqual(bothAt(SAID))
    await vi.advanceTimersByTimeAsync(2_000)
    await activity[Symbol.asyncDispose]()
    expect(written).toBe(1)
  })

  it('never decreases, and keeps the time of the first unread message', async () => {
    const { id, known } = await quietConversation()
    activity.touch(id, SAID)
    await vi.advanceTimersByTimeAsync(500)
    await whileTimeStands(known, bothAt(SAID))
    activity.touch(id, later(2_000))
    await vi.advanceTimersByTimeAsync(500)
    await whileTimeStands(known, bothAt(later(2_000), SAID))
    activity.touch(id, later(1_000))
    await activity[Symbol.asyncDispose]()
    expect(await known()).toEqual(bothAt(later(2_000), SAID))
  })

  it('changes two seconds after a failure, including later messages', async () => {
    const [one, other] = [await quietConversation(), await quietConversation()]
    failure = new Error('The database is away.')
    activity.touch(one.id, SAID)
    activity.touch(other.id, SAID)
    await vi.advanceTimersByTimeAsync(500)
    expect(errors).toEqual([failure])
    failure = null
    activity.touch(one.id, later(1_000))
    await vi.advanceTimersByTimeAsync(1_999)
    expect(await other.known()).toEqual(bothAt(LONG_AGO, null))
    await vi.advanceTimersByTimeAsync(1)
    await whileTimeStands(one.known, bothAt(later(1_000)))
    expect(await other.known()).toEqual(bothAt(SAID))
  })

  it('includes a message that was sent during a failing write', async () => {
    const { id, known } = await quietConversation()
    failure = new Error('The database is away.')
    activity.touch(id, SAID)
    // The write fails one turn after the timer; this message comes in between.
    vi.advanceTimersByTime(500)
    activity.touch(id, later(1_000))
    await vi.advanceTimersByTimeAsync(0)
    failure = null
    await activity[Symbol.asyncDispose]()
    expect(await known()).toEqual(bothAt(later(1_000)))
  })

  it('changes when the node stops, without waiting for its timer', async () => {
    const { id, known } = await quietConversation()
    activity.touch(id, SAID)
    await activity[Symbol.asyncDispose]()
    expect(await known()).toEqual(bothAt(SAID))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(written).toBe(1)
  })

  it('does not change when the node stops during an outage of the database, which is reported', async () => {
    const { id, known } = await quietConversation()
    failure = new Error('The database is away.')
    activity.touch(id, SAID)
    vi.advanceTimersByTime(500)
    await activity[Symbol.asyncDispose]()
    expect(errors).toEqual([failure, failure])
    failure = null
    await vi.advanceTimersByTimeAsync(2_000)
    expect(written).toBe(2)
    expect(await known()).toEqual(bothAt(LONG_AGO, null))
  })

  it('takes no statement without messages', async () => {
    await activity[Symbol.asyncDispose]()
    expect(written).toBe(0)
  })
})

describe('the time of the last message after a crash', () => {
  const say = (conversationId: string, senderId: string, minutesAgo: number) => {
    const time = new Date(Date.now() - minutesAgo * MINUTE)
    return rows.database.prisma.message.create({
      data: { id: uuidv7({ msecs: time.getTime() }), conversationId, senderId, body: 'Hello', time },
    })
  }

  it('comes from the messages of the last ten minutes', async () => {
    const [recent, old] = [await quietConversation(), await quietConversation()]
    await say(recent.id, recent.asha, 9)
    const { time } = await say(recent.id, recent.ben, 8)
    await say(old.id, old.asha, 11)
    await activity.heal()
    expect(await recent.known()).toEqual(bothAt(time))
    expect(await old.known()).toEqual(bothAt(LONG_AGO, null))
  })

  it('stays unchanged where it was already written', async () => {
    const { id, asha, known } = await quietConversation()
    const { time } = await say(id, asha, 5)
    const where = { conversationId: id }
    const members = rows.database.prisma.conversationMember
    await members.updateMany({ where, data: { lastActivity: time, unreadSince: null } })
    await activity.heal()
    expect(await known()).toEqual(bothAt(time, null))
  })
})
