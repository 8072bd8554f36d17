import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDepartures, type Departures } from '#server/domains/chat/departures.ts'
import type { Ended } from '#server/domains/chat/leave.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'
import { whileTimeStands } from '../../kit/while-time-stands.ts'

const MINUTE = 60_000
const TIMES = { grace: 10_000, absence: 10 * MINUTE }

const rows = useStarted(openRows)

let departures: Departures
let ended: Ended[]
let errors: unknown[]
let here: Set<string>
/** The error of the next presence query. */
let failure: Error | null
/** How often each query was made. */
let asked: { connected: number; online: number }
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  ended = []
  errors = []
  here = new Set()
  failure = null
  asked = { connected: 0, online: 0 }
  const among = async (kind: 'connected' | 'online', userIds: readonly string[]) => {
    asked[kind] += 1
    if (failure) throw failure
    return new Set(userIds.filter((userId) => here.has(userId)))
  }
  departures = createDepartures({
    pool: rows.database.pool,
    presence: {
      connected: (userIds) => among('connected', userIds),
      online: (userIds) => among('online', userIds),
    },
    times: TIMES,
    notifyEnd: async (end) => void ended.push(end),
    onError: (error) => errors.push(error),
  })
})
afterEach(async () => {
  await departures[Symbol.asyncDispose]()
  vi.useRealTimers()
  await rows.database.prisma.conversationMember.updateMany({ data: { leavingSince: null } })
  await rows.database.prisma.memberPresence.deleteMany()
})

async function aPair() {
  const [asha, ben] = [await rows.member(), await rows.member()]
  return { asha, ben, conversationId: await rows.conversation(asha, ben) }
}
/** Moves the member's unload back by this many milliseconds, and one more: the column rounds to milliseconds. */
const ageUnload = (conversationId: string, userId: string, milliseconds: number) =>
  rows.database.pool.query(
    `UPDATE conversation_member SET leaving_since = now() - $3 * interval '1 millisecond'
     WHERE conversation_id = $1 AND user_id = $2`,
    [conversationId, userId, milliseconds + 1],
  )
const leaving = async (conversationId: string) =>
  (await rows.database.prisma.conversationMember.findMany({ where: { conversationId } }))
    .filter(({ leavingSince }) => leavingSince !== null)
    .map(({ userId }) => userId)
const awayOf = async (userId: string) => {
  const found = await rows.database.prisma.memberPresence.findUnique({ where: { userId } })
  return found && (found.awaySince === null ? 'here' : 'away')
}

describe('a page unload', () => {
  it('ends the conversation by the timer of its node, a little after the grace period', async () => {
    const { asha, ben, conversationId } = await aPair()
    await departures.goodbye(conversationId, asha)
    expect(await leaving(conversationId)).toEqual([asha])
    await ageUnload(conversationId, asha, TIMES.grace)
    await vi.advanceTimersByTimeAsync(TIMES.grace + 99)
    expect(asked.connected).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    await expect.poll(() => ended).toEqual([{ conversationId, userId: asha, partnerId: ben }])
    expect(await leaving(conversationId)).toEqual([])
  })

  it('does not count once a stream stays open for two seconds, even if that stream ends later', async () => {
    const { asha, conversationId } = await aPair()
    await departures.goodbye(conversationId, asha)
    here.add(asha)
    await departures.streamAttached(asha)
    await vi.advanceTimersByTimeAsync(1_999)
    expect([asked.connected, await leaving(conversationId)]).toEqual([0, [asha]])
    await vi.advanceTimersByTimeAsync(1)
    await expect.poll(() => leaving(conversationId)).toEqual([])
    here.delete(asha)
    await vi.advanceTimersByTimeAsync(TIMES.grace)
    await departures.endDue()
    expect(ended).toEqual([])
  })

  // covers: design-stream-crosses-own-beacon
  it('ends the conversation when a stream request crossed it and the stream ended at once', async () => {
    const { asha, ben, conversationId } = await aPair()
    await departures.goodbye(conversationId, asha)
    here.add(asha)
    await departures.streamAttached(asha)
    await vi.advanceTimersByTimeAsync(100)
    here.delete(asha)
    await vi.advanceTimersByTimeAsync(2_000)
    await departures[Symbol.asyncDispose]()
    expect([asked.connected, await leaving(conversationId)]).toEqual([1, [asha]])
    await ageUnload(conversationId, asha, TIMES.grace)
    await departures.endDue()
    expect(ended).toEqual([{ conversationId, userId: asha, partnerId: ben }])
  })

  it('counts despite a stream that opened before it and whose connection lingers', async () => {
    const { asha, ben, conversationId } = await aPair()
    await departures.goodbye(conversationId, asha)
    await ageUnload(conversationId, asha, 1_000)
    here.add(asha)
    await departures.streamAttached(asha)
    await departures.goodbye(conversationId, asha)
    await vi.advanceTimersByTimeAsync(2_000)
    await departures[Symbol.asyncDispose]()
    expect([asked.connected, await leaving(conversationId)]).toEqual([1, [asha]])
    here.delete(asha)
    await ageUnload(conversationId, asha, TIMES.grace)
    await departures.endDue()
    expect(ended).toEqual([{ conversationId, userId: asha, partnerId: ben }])
  })

  it('ends nothing when the member is back, and is deleted', async () => {
    const { asha, conversationId } = await aPair()
    await departures.goodbye(conversationId, asha)
    await ageUnload(conversationId, asha, TIMES.grace)
    here.add(asha)
    await vi.advanceTimersByTimeAsync(TIMES.grace + 100)
    await expect.poll(() => leaving(conversationId)).toEqual([])
    expect(ended).toEqual([])
  })

  it('ends nothing yet when another unload followed', async () => {
    const { asha, conversationId } = await aPair()
    await departures.goodbye(conversationId, asha)
    await ageUnload(conversationId, asha, TIMES.grace / 2)
    await vi.advanceTimersByTimeAsync(TIMES.grace + 100)
    await departures[Symbol.asyncDispose]()
    expect([await leaving(conversationId), ended]).toEqual([[asha], []])
  })

  it('passes to another node when this one stops, which waits for running work', async () => {
    const [first, second] = [await aPair(), await aPair()]
    await departures.goodbye(first.conversationId, first.asha)
    await ageUnload(first.conversationId, first.asha, TIMES.grace)
    await vi.advanceTimersByTimeAsync(TIMES.grace / 2)
    await departures.goodbye(second.conversationId, second.asha)
    await vi.advanceTimersByTimeAsync(TIMES.grace / 2 + 100)
    await departures[Symbol.asyncDispose]()
    expect(ended).toMatchObject([{ userId: first.asha }])
    await ageUnload(second.conversationId, second.asha, TIMES.grace)
    await vi.advanceTimersByTimeAsync(TIMES.grace)
    expect([asked.connected, ended.length]).toEqual([1, 1])
    expect(await leaving(second.conversationId)).toEqual([second.asha])
  })

  it('causes an error report when its timer fails, and ends the conversation in the next run', async () => {
    const { asha, conversationId } = await aPair()
    await departures.goodbye(conversationId, asha)
    await ageUnload(conversationId, asha, TIMES.grace)
    failure = new Error('Redis is away.')
    await vi.advanceTimersByTimeAsync(TIMES.grace + 100)
    expect(errors).toEqual([failure])
    failure = null
    await departures.endDue()
    expect(ended).toMatchObject([{ conversationId }])
  })

  it('leaves nothing behind when the conversation has already ended', async () => {
    const { asha, conversationId } = await aPair()
    await rows.database.prisma.conversation.update({
      where: { id: conversationId },
      data: { endedAt: new Date() },
    })
    await ageUnload(conversationId, asha, TIMES.grace)
    await departures.endDue()
    expect([await leaving(conversationId), ended]).toEqual([[], []])
  })
})

describe('a node', () => {
  it('runs half a minute after its start and every 15 seconds, and compares presence every five minutes', async () => {
    departures.start()
    const looked = (connected: number, online: number) => whileTimeStands(() => asked, { connected, online })
    await vi.advanceTimersByTimeAsync(29_999)
    await looked(0, 0)
    await vi.advanceTimersByTimeAsync(1)
    // Each run makes two queries: for members who unloaded, and for members who are away.
    await looked(2, 1)
    await vi.advanceTimersByTimeAsync(14_999)
    await looked(2, 1)
    await vi.advanceTimersByTimeAsync(1)
    await looked(4, 1)
    for (let count = 0; count < 18; count += 1) {
      await vi.advanceTimersByTimeAsync(15_000)
      await looked(6 + 2 * count, 1)
    }
    await vi.advanceTimersByTimeAsync(15_000)
    await looked(42, 2)
    await departures[Symbol.asyncDispose]()
    await looked(42, 2)
  })

  it('reports a failing run, and runs again', async () => {
    departures.start()
    failure = new Error('Redis is away.')
    await vi.advanceTimersByTimeAsync(30_000)
    await whileTimeStands(() => errors, [failure, failure])
    failure = null
    await vi.advanceTimersByTimeAsync(15_000)
    await whileTimeStands(() => asked.connected, 3)
  })

  it('stops running when it is disposed', async () => {
    departures.start()
    await vi.advanceTimersByTimeAsync(30_000)
    await departures[Symbol.asyncDispose]()
    const before = { ...asked }
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(asked).toEqual(before)
  })
})

describe('the presence of a member', () => {
  it('changes when they come and leave, once for each change', async () => {
    const { asha, ben } = await aPair()
    await Promise.all([departures.memberCameOnline(asha), departures.memberWentOffline(ben)])
    expect([await awayOf(asha), await awayOf(ben)]).toEqual(['here', 'away'])
    const since = async () =>
      (await rows.database.prisma.memberPresence.findUniqueOrThrow({ where: { userId: ben } })).awaySince
    const first = await since()
    await departures.memberWentOffline(ben)
    expect(await since()).toEqual(first)
    await Promise.all([departures.memberWentOffline(asha), departures.memberCameOnline(ben)])
    expect([await awayOf(asha), await awayOf(ben)]).toEqual(['away', 'here'])
  })

  it('ends the conversations that were open when they left, after the maximum absence', async () => {
    const { asha, ben, conversationId } = await aPair()
    const later = await rows.member()
    const { prisma } = rows.database
    const opened = (id: string, minutes: number) =>
      prisma.conversation.update({
        where: { id },
        data: { openedAt: new Date(Date.now() - minutes * MINUTE) },
      })
    await opened(conversationId, 20)
    await opened(await rows.conversation(asha, later), 5)
    const awaySince = new Date(Date.now() - TIMES.absence - 1_000)
    await prisma.memberPresence.create({ data: { userId: asha, awaySince } })
    await departures.endDue()
    expect(ended).toEqual([{ conversationId, userId: asha, partnerId: ben }])
    expect(await awayOf(asha)).toBeNull()
    const members = await prisma.conversationMember.findMany({ where: { conversationId } })
    expect(members.filter(({ active }) => !active).map(({ userId }) => userId)).toEqual([asha])
  })
})
