import type { Pool } from 'pg'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMessageWriter, type MessageWriter } from '#server/domains/chat/message-writer.ts'
import { openRows } from '../../kit/rows.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useStarted } from '../../kit/use-started.ts'

const platform = testPlatform()
const rows = useStarted(openRows)
let asha: string
let ids: string[]
beforeAll(async () => {
  asha = await rows.member()
  ids = await Promise.all([1, 2, 3].map(async () => rows.conversation(asha, await rows.member())))
})

/** The bodies of the messages in each statement, with functions that complete or fail it. */
let batches: { bodies: string[]; go(): void; fail(error: Error): void }[]
let writer: MessageWriter
beforeEach(() => {
  batches = []
  writer = createMessageWriter({ ...platform, pool: held(rows.database.pool) })
})

/** The same pool, whose writing statements wait for the test. */
function held(pool: Pool): Pool {
  const query = async (...input: [{ name: string; values: unknown[][] }]) => {
    const [{ name, values }] = input
    if (name.startsWith('write-messages'))
      await new Promise<void>((resolve, reject) => {
        batches.push({ bodies: (values[3] ?? []).map(String), go: resolve, fail: reject })
      })
    return Reflect.apply(pool.query, pool, input)
  }
  return new Proxy(pool, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) })
}
const write = (conversation: number, body: string, time = new Date()) =>
  writer.write({ conversationId: ids[conversation] ?? '', senderId: asha, body, time, clientMessageId: null })
const begun = (...bodies: string[][]) =>
  expect.poll(() => batches.map((batch) => batch.bodies)).toEqual(bodies)
const storedIn = async (conversation: number) =>
  (
    await rows.database.prisma.message.findMany({
      where: { conversationId: ids[conversation] ?? '' },
      orderBy: { id: 'asc' },
    })
  ).map(({ body }) => body)

describe('messages that are sent simultaneously', () => {
  it('wait for the running statement and are then written in one', async () => {
    writer = createMessageWriter({ ...platform, pool: held(rows.database.pool) }, 3_600_000)
    const sent = [write(0, 'one')]
    await begun(['one'])
    sent.push(write(1, 'two'), write(2, 'three'))
    // Enough time for a second statement to begin.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    expect(batches).toHaveLength(1)
    batches[0]?.go()
    await begun(['one'], ['two', 'three'])
    batches[1]?.go()
    await Promise.all(sent)
  })

  it('share one statement, and a later message does not wait for one that stalls', async () => {
    const sent = Promise.all([write(0, 'one'), write(1, 'two')])
    await begun(['one', 'two'])
    const other = write(2, 'three')
    await begun(['one', 'two'], ['three'])
    batches[1]?.go()
    await other
    batches[0]?.go()
    await sent
  })

  it('wait while their conversation is being written, and others overtake them', async () => {
    const sent = [write(0, 'first')]
    await begun(['first'])
    sent.push(write(0, 'second'), write(1, 'other'), write(0, 'third'))
    await begun(['first'], ['other'])
    batches[1]?.go()
    await sent[2]
    sent.push(write(0, 'fourth'))
    batches[0]?.go()
    await begun(['first'], ['other'], ['second', 'third', 'fourth'])
    batches[2]?.go()
    await Promise.all(sent)
    expect(await storedIn(0)).toEqual(expect.arrayContaining(['first', 'second', 'third', 'fourth']))
    expect((await storedIn(0)).slice(-4)).toEqual(['first', 'second', 'third', 'fourth'])
  })

  it('wait while two stalled statements are running', async () => {
    const sent = [write(0, 'one')]
    await begun(['one'])
    sent.push(write(1, 'two'))
    await begun(['one'], ['two'])
    sent.push(write(2, 'three'))
    // Enough time for a third statement to begin.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    expect(batches).toHaveLength(2)
    batches[0]?.go()
    await begun(['one'], ['two'], ['three'])
    for (const { go } of batches) go()
    await Promise.all(sent)
  })

  it('share a statement up to 512 of them', async () => {
    const sent = Array.from({ length: 513 }, (_, index) => write(index % 3, `${index}`))
    await expect.poll(() => batches.map(({ bodies }) => bodies.length)).toEqual([512])
    batches[0]?.go()
    await expect.poll(() => batches.map(({ bodies }) => bodies.length)).toEqual([512, 1])
    batches[1]?.go()
    await Promise.all(sent)
    const whole = Array.from({ length: 512 }, (_, index) => write(index % 3, `${index}`))
    await expect.poll(() => batches.map(({ bodies }) => bodies.length)).toEqual([512, 1, 512])
    batches[2]?.go()
    await Promise.all(whole)
  })
})

describe('messages whose statement fails', () => {
  const reasons = async (sent: Promise<unknown>[]) =>
    (await Promise.allSettled(sent)).map((one) => (one.status === 'rejected' ? one.reason : 'written'))

  it('fail with its error, and waiting ones are written', async () => {
    const sent = [write(0, 'one'), write(1, 'two')]
    await begun(['one', 'two'])
    sent.push(write(0, 'three'))
    const outcomes = reasons(sent)
    const failure = new Error('A failed request.')
    batches[0]?.fail(failure)
    await begun(['one', 'two'], ['three'])
    batches[1]?.go()
    expect(await outcomes).toEqual([failure, failure, 'written'])
  })

  it('fail together with waiting ones while the database is unavailable', async () => {
    const sent = [write(0, 'one'), write(1, 'two')]
    await begun(['one', 'two'])
    sent.push(write(0, 'three'))
    await new Promise(setImmediate)
    const outage = Object.assign(new Error('The database is away.'), { code: 'ECONNREFUSED' })
    batches[0]?.fail(outage)
    expect(await reasons(sent)).toEqual([outage, outage, outage])
    const later = write(0, 'four')
    await begun(['one', 'two'], ['four'])
    batches[1]?.go()
    await later
  })
})

describe('the time of a message', () => {
  const written = async (...sent: Promise<{ id: string; time: Date }>[]) => {
    await expect.poll(() => batches.length).toBe(1)
    batches.pop()?.go()
    return Promise.all(sent)
  }

  it("comes from the node's clock, and is later than the last one in the conversation", async () => {
    const time = new Date(Date.now() + 3_600_000)
    const [first] = await written(write(0, 'one', time))
    expect(first?.time).toEqual(time)
    const [second] = await written(write(0, 'two', new Date()))
    expect(second?.time).toEqual(new Date(time.getTime() + 1))
    const [third] = await written(write(0, 'three', new Date(time.getTime() + 1_000)))
    expect(third?.time).toEqual(new Date(time.getTime() + 1_000))
  })

  it('equals the latest of its statement, also in another conversation', async () => {
    const time = Date.now() + 10_800_000
    const sent = await written(write(0, 'one', new Date(time)), write(2, 'two', new Date(time + 5)))
    expect(sent.map((one) => one.time)).toEqual([new Date(time + 5), new Date(time + 5)])
  })

  it('equals the latest of its statement, and the ids contain that time in order', async () => {
    const time = Date.now() + 7_200_000
    const sent = await written(
      write(1, 'one', new Date(time)),
      write(1, 'two', new Date(time - 5)),
      write(1, 'three', new Date(time + 5)),
    )
    expect(sent.map((one) => one.time)).toEqual(Array.from({ length: 3 }, () => new Date(time + 5)))
    const sequence = sent.map(({ id }) => id.slice(0, 18))
    const hex = (time + 5).toString(16).padStart(12, '0')
    const prefix = `${hex.slice(0, 8)}-${hex.slice(8)}-7`
    expect(sequence).toEqual(['000', '001', '002'].map((place) => `${prefix}${place}`))
    expect((await storedIn(1)).slice(-3)).toEqual(['one', 'two', 'three'])
  })
})
