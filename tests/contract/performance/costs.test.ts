import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STREAM_HEADER } from '#schema/stream-id.ts'
import { startApp, startCluster, type TestApp } from '../../kit/app.ts'
import { createTestClock } from '../../kit/clock.ts'
import { createWorkCounter, type Work, type WorkCounter } from '../../kit/counting/count-work.ts'
import { type KeptConnection, openKeptConnection } from '../../kit/counting/kept-connection.ts'
import { untilEvents } from '../../kit/counting/until-events.ts'
import { join, type Person } from '../../kit/person.ts'
import { openRawStream, type RawStream } from '../../kit/raw-stream.ts'

/**
 * What one message, one new stream and one match may cost at most. Each number is what the code needs today, so a rise
 * fails. Lower a number when the code gets better. A number may rise only for a reason that its commit names.
 */
const LIMITS = {
  oneNode: {
    message: {
      statements: 1,
      transactions: 1,
      redisCommands: 0,
      hashes: 1,
      answerWrites: 1,
      answerBytes: 752,
      eventWrites: 1,
      eventBytes: 351,
    },
    stream: { statements: 5, transactions: 5, redisCommands: 0, hashes: 1, eventWrites: 1, eventBytes: 421 },
    match: { statements: 10, transactions: 10, redisCommands: 0, hashes: 2 },
  },
  twoNodes: {
    message: {
      statements: 1,
      transactions: 1,
      redisCommands: 2,
      hashes: 1,
      answerWrites: 1,
      answerBytes: 752,
      eventWrites: 1,
      eventBytes: 351,
    },
    stream: { statements: 5, transactions: 5, redisCommands: 4, hashes: 1, eventWrites: 1, eventBytes: 421 },
    match: { statements: 10, transactions: 10, redisCommands: 25, hashes: 2 },
  },
} satisfies Record<string, Record<'message' | 'stream' | 'match', Cost>>

interface Cost {
  statements: number
  /** A statement outside of a transaction is one by itself. */
  transactions: number
  redisCommands: number
  /** Hashes and keyed hashes. */
  hashes: number
  /** Calls to the kernel that send the answer of a request, and those that send to a stream. */
  answerWrites?: number
  eventWrites?: number
  answerBytes?: number
  eventBytes?: number
}

/** The sender or the first searcher is on the first node, the other member on the second. */
type Nodes = readonly [TestApp, TestApp]

interface Measured {
  cost: Cost
  /** What was done, for the message of a failure. */
  work: Work
}

/** Each action is repeated, one at a time: a cost that only some of them have is found as well. */
const REPEATS = 6
/** The clock stands still: whether a cache is used must not depend on how busy the machine is. */
const clock = createTestClock()

let counter: WorkCounter
beforeAll(() => {
  counter = createWorkCounter()
})
afterAll(() => counter.stop())

const costOf = ({ statements, transactions, redisCommands, hashes }: Work) => ({
  statements: statements.length / REPEATS,
  transactions: transactions / REPEATS,
  redisCommands: redisCommands.length / REPEATS,
  hashes: hashes / REPEATS,
})

/** Runs the task for each repetition. The next one begins once the last has caused all of its work. */
const repeated = async (task: (index: number) => Promise<unknown>) => {
  for (let index = 0; index < REPEATS; index += 1) {
    await task(index)
    await counter.quiet()
  }
}

/** Members have the same names in every run, because names are part of what is sent. */
const joinPair = async ([near, far]: Nodes): Promise<[Person, Person]> => {
  const interests = [`Only these two ${crypto.randomUUID().slice(0, 8)}`]
  return [
    await join(near, { interests, displayName: 'Asha Rao' }),
    await join(far, { interests, displayName: 'Benno' }),
  ]
}

const openStream = (node: TestApp, { id, token }: Person, headers: Record<string, string> = {}): RawStream =>
  openRawStream(node.url, `/subscribe/${id}`, { authorization: `Bearer ${token}`, ...headers })

/** How a client names its stream. */
const NAMED = { [STREAM_HEADER]: 'stream-of-the-sender' }

/** `prepare`: a statement about the conversation, before its messages. */
async function measureMessage(nodes: Nodes, prepare = 'SELECT $1::uuid'): Promise<Measured> {
  const [asha, ben] = await joinPair(nodes)
  await asha.findMatch()
  const { conversation } = await ben.findMatch()
  const [near, far] = nodes
  await near.app.context.database.pool.query(prepare, [conversation?.id])
  const stream = openStream(far, ben)
  const connection = openKeptConnection(near.url)
  await untilEvents(stream, 'ready', 1)
  let sent = 0
  const send = async () => {
    const body = { conversationId: conversation?.id, message: 'the quick brown fox' }
    const answer = await connection.call('POST', '/api/v1/message', { token: asha.token, body })
    expect(answer.status).toBe(200)
    sent += 1
    await untilEvents(stream, 'new_chat_message', sent)
  }
  await send()
  const look = () => ({
    answerWrites: counter.writesTo(connection.socket()),
    answerBytes: connection.socket().bytesRead,
    eventWrites: counter.writesTo(stream.socket),
    eventBytes: stream.socket.bytesRead,
  })
  await counter.quiet()
  const before = look()
  const work = await counter.during(() => repeated(send))
  const after = look()
  stream.socket.destroy()
  connection.close()
  const sentPerMessage = {
    answerWrites: (after.answerWrites - before.answerWrites) / REPEATS,
    answerBytes: (after.answerBytes - before.answerBytes) / REPEATS,
    eventWrites: (after.eventWrites - before.eventWrites) / REPEATS,
    eventBytes: (after.eventBytes - before.eventBytes) / REPEATS,
  }
  return { work, cost: { ...costOf(work), ...sentPerMessage } }
}

/** The first stream of each member. The node does not know the session yet. */
async function measureStream([node]: Nodes): Promise<Measured> {
  const members: Person[] = []
  await repeated(async () => members.push(await join(node)))
  const streams: RawStream[] = []
  const open = async (member: Person | undefined) => {
    if (!member) throw new Error('there are fewer members than repetitions')
    const stream = openStream(node, member)
    await untilEvents(stream, 'ready', 1)
    return stream
  }
  const warmUp = await open(await join(node))
  const work = await counter.during(() => repeated(async (index) => streams.push(await open(members[index]))))
  const perStream = (of: (stream: RawStream) => number) =>
    streams.reduce((total, stream) => total + of(stream), 0) / REPEATS
  const cost = {
    ...costOf(work),
    eventWrites: perStream(({ socket }) => counter.writesTo(socket)),
    eventBytes: perStream(({ socket }) => socket.bytesRead),
  }
  for (const { socket } of [warmUp, ...streams]) socket.destroy()
  return { work, cost }
}

/** Two searches: the second finds the first. The nodes know both sessions. */
async function measureMatch(nodes: Nodes): Promise<Measured> {
  const pairs: [Person, Person][] = []
  const joinKnown = async () => {
    const both = await joinPair(nodes)
    for (const member of both) await member.call('GET', '/api/session')
    return both
  }
  await repeated(async () => pairs.push(await joinKnown()))
  const connections = nodes.map(({ url }) => openKeptConnection(url))
  const find = (connection: KeptConnection | undefined, { token }: Person) =>
    connection?.call('GET', '/api/v1/conversation', { token })
  const match = async ([first, second]: readonly [Person, Person]) => {
    const answers = [await find(connections[0], first), await find(connections[1], second)]
    expect(answers.map((answer) => answer?.status)).toEqual([202, 200])
  }
  await match(await joinKnown())
  const work = await counter.during(() =>
    repeated(async (index) => {
      const both = pairs[index]
      if (both) await match(both)
    }),
  )
  for (const connection of connections) connection.close()
  return { work, cost: costOf(work) }
}

function expectWithin({ cost, work }: Measured, limits: Cost) {
  const limitOf = new Map<string, number>(Object.entries(limits))
  const exceeded = Object.entries(cost).filter(([name, value]) => value > (limitOf.get(name) ?? 0))
  expect(Object.fromEntries(exceeded), JSON.stringify(work, null, 2)).toEqual({})
  // Nothing counted would pass as well.
  expect(Object.keys(cost).sort()).toEqual(Object.keys(limits).sort())
  expect(work.statements.length).toBeGreaterThan(0)
}

describe('one node', () => {
  let nodes: Nodes
  beforeAll(async () => {
    const node = await startApp({ clock })
    nodes = [node, node]
    await counter.hold()
  })
  afterAll(async () => {
    counter.release()
    await nodes[0][Symbol.asyncDispose]()
  })

  it('handles a message within its limits', async () => {
    expectWithin(await measureMessage(nodes), LIMITS.oneNode.message)
  })

  it('handles a new stream within its limits', async () => {
    expectWithin(await measureStream(nodes), LIMITS.oneNode.stream)
  })

  it('handles a match within its limits', async () => {
    expectWithin(await measureMatch(nodes), LIMITS.oneNode.match)
  })

  // covers: beyond-own-stream
  it.each([
    ['not at all where the message names it', NAMED, 0],
    ['once where the message names no stream', {}, 1],
  ])('writes to the stream of the sender %s', async (_, headers, writes) => {
    const [node] = nodes
    const [asha, ben] = await joinPair(nodes)
    await asha.findMatch()
    const { conversation } = await ben.findMatch()
    const stream = openStream(node, asha, NAMED)
    await untilEvents(stream, 'ready', 1)
    await counter.quiet()
    const before = counter.writesTo(stream.socket)
    const connection = openKeptConnection(node.url)
    const body = { conversationId: conversation?.id, message: 'the quick brown fox' }
    await repeated(async () => {
      const answer = await connection.call('POST', '/api/v1/message', { token: asha.token, body, headers })
      expect(answer.status).toBe(200)
    })
    expect((counter.writesTo(stream.socket) - before) / REPEATS).toBe(writes)
    stream.socket.destroy()
    connection.close()
  })

  // covers: beyond-keep-cost
  it.each([
    ['keep in touch', 'UPDATE conversation_member SET kept_at = now() WHERE conversation_id = $1'],
    [
      'asked to keep in touch',
      `INSERT INTO keep_wish (user_id, conversation_id)
       SELECT user_id, conversation_id FROM conversation_member WHERE conversation_id = $1`,
    ],
  ])('sends no further statement for a message when its members %s', async (_, prepare) => {
    const { work } = await measureMessage(nodes, prepare)
    const { statements, transactions } = LIMITS.oneNode.message
    expect(costOf(work)).toMatchObject({ statements, transactions })
  })
})

describe('two nodes with Redis', () => {
  let cluster: Awaited<ReturnType<typeof startCluster>>
  beforeAll(async () => {
    cluster = await startCluster(2, { clock })
    await counter.hold()
  })
  afterAll(async () => {
    counter.release()
    await cluster?.[Symbol.asyncDispose]()
  })

  it.for([
    { action: 'message', measure: (nodes: Nodes) => measureMessage(nodes), limits: LIMITS.twoNodes.message },
    { action: 'new stream', measure: measureStream, limits: LIMITS.twoNodes.stream },
    { action: 'match', measure: measureMatch, limits: LIMITS.twoNodes.match },
  ])('handle a $action within its limits', async ({ measure, limits }, context) => {
    const [near, far] = cluster?.nodes ?? []
    if (!near || !far) return context.skip('redis-server is not installed')
    expectWithin(await measure([near, far]), limits)
  })
})
