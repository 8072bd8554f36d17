import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { conversationPage, messagePage } from '#schema/chat.ts'
import { createCommitPosition } from '#server/platform/postgres/commit-position.ts'
import { openReplica } from '#server/platform/postgres/replica.ts'
import { startNode, type TestApp } from '../kit/app.ts'
import { eventually } from '../kit/eventually.ts'
import { call, join, type Person, pair } from '../kit/person.ts'
import {
  countStatements,
  forgetStatements,
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from '../kit/standby.ts'

/** Texts that occur in the statements of the reads alone. */
const READS = {
  messages: 'listed.conversation_id = side.conversation_id',
  conversations: 'WITH page AS MATERIALIZED',
  users: '"public"."user"."user_name"',
  launchList: '"public"."launch_notification"."email"',
}

let postgres: ReplicatedPostgres
let warnings: string[]
/** Two nodes that share nothing but the database. */
let nodes: TestApp[]

const startReader = (replicaUrl: string) =>
  startNode({
    databaseUrl: postgres.primary.url,
    env: { DATABASE_REPLICA_URL: replicaUrl },
    log: pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) }),
  })

beforeAll(async () => {
  postgres = await startReplicatedPostgres()
})
afterAll(() => postgres[Symbol.asyncDispose]())
beforeEach(async () => {
  warnings = []
  nodes = [await startReader(postgres.standbyUrl), await startReader(postgres.standbyUrl)]
})
afterEach(async () => {
  for (const node of nodes) await node[Symbol.asyncDispose]()
})

/** A pair on the first node, and the same members on the second, which writes. */
async function pairOnBoth() {
  const [reading, writing] = nodes
  if (!reading || !writing) throw new Error('there are no nodes')
  const { asha, ben, conversationId } = await pair(reading)
  const on = (node: TestApp, { token }: Person) => ({
    call: (method: string, path: string, body?: unknown) => call(node.url, method, path, { token, body }),
    texts: async () => {
      const answer = await call(node.url, 'POST', '/api/v1/messages', {
        token,
        body: { id: conversationId, size: 100 },
      })
      return answer.status === 200
        ? messagePage.parse(answer.body).elements.map(({ message }) => message)
        : answer.status
    },
    conversations: async () => {
      const body = { pageNumber: 0, size: 10 }
      const answer = await call(node.url, 'POST', '/api/v1/conversations', { token, body })
      return conversationPage.parse(answer.body).elements
    },
    send: (message: string) =>
      call(node.url, 'POST', '/api/v1/message', { token, body: { conversationId, message } }),
  })
  return {
    conversationId,
    ids: { asha: asha.id, ben: ben.id },
    reader: { asha: on(reading, asha), ben: on(reading, ben) },
    writer: { asha: on(writing, asha), ben: on(writing, ben) },
  }
}

const countOnStandby = () => countStatements(postgres.standbyUrl, READS.messages)

describe('reads with a standby', () => {
  it('use the standby alone for messages, conversations and staff lists', async () => {
    const { reader } = await pairOnBoth()
    const [node] = nodes
    if (!node) throw new Error('there is no node')
    const admin = await join(node)
    const { database, events } = node.app.context
    await database.prisma.user.update({ where: { id: admin.id }, data: { role: 'ADMIN' } })
    await events.emit('userChanged', { userId: admin.id })
    // A busy machine may delay the standby, and then the primary answers.
    await eventually(async () => {
      for (const url of [postgres.primary.url, postgres.standbyUrl]) await forgetStatements(url)
      await reader.asha.texts()
      await reader.asha.conversations()
      await admin.call('GET', '/api/v1/admin/users')
      await admin.call('GET', '/api/v1/admin/launch-notifications')
      for (const [list, text] of Object.entries(READS)) {
        expect([list, await countStatements(postgres.standbyUrl, text)]).toEqual([list, 1])
        expect([list, await countStatements(postgres.primary.url, text)]).toEqual([list, 0])
      }
    })
  })

  it('see every write that another node acknowledged before', async () => {
    const { reader, writer } = await pairOnBoth()
    await forgetStatements(postgres.standbyUrl)
    const sent: string[] = []
    for (let index = 0; index < 60; index += 1) {
      sent.unshift(`Message ${index}`)
      await (index % 2 ? writer.asha : writer.ben).send(`Message ${index}`)
      expect(await reader.asha.texts()).toEqual(sent)
    }
    expect(await countOnStandby()).toBeGreaterThan(0)
  })

  it('see a member’s own writes, the partner’s, and a block at once while replication is paused', async () => {
    const { conversationId, ids, reader, writer } = await pairOnBoth()
    await writer.ben.send('Before the pause')
    await postgres.pauseReplay()
    try {
      await writer.asha.send('During the pause')
      expect(await reader.asha.texts()).toEqual(['During the pause', 'Before the pause'])
      expect(await reader.ben.texts()).toEqual(['During the pause', 'Before the pause'])
      expect((await reader.ben.conversations())[0]).toMatchObject({ unreadCount: 1 })
      await writer.ben.call('POST', `/api/v1/conversation/${conversationId}/mark-read`)
      expect((await reader.ben.conversations())[0]).toMatchObject({ unreadCount: 0 })
      await writer.ben.call('PUT', `/api/v1/conversation/${conversationId}/clear`)
      expect(await reader.ben.texts()).toEqual([])
      await writer.asha.call('POST', '/api/v1/blocks', { userId: ids.ben })
      expect(await reader.ben.texts()).toBe(404)
      expect(await reader.ben.conversations()).toEqual([])
      expect(warnings.filter((line) => line.includes('DATABASE_REPLICA_URL'))).toHaveLength(1)
    } finally {
      await postgres.resumeReplay()
    }
  })

  it('run on the primary while the standby is stopped, and on the standby once it is back', async () => {
    const { reader, writer } = await pairOnBoth()
    await postgres.stopStandby()
    await writer.ben.send('Nobody replicates this')
    expect(await reader.asha.texts()).toEqual(['Nobody replicates this'])
    expect(await reader.asha.conversations()).toHaveLength(1)
    expect(warnings.filter((line) => line.includes('DATABASE_REPLICA_URL'))).toHaveLength(1)
    await postgres.startStandby()
    await eventually(async () => {
      expect(await reader.asha.texts()).toEqual(['Nobody replicates this'])
      expect(await countOnStandby()).toBeGreaterThan(0)
    })
  })

  it('run on the primary when the address leads to no standby', async () => {
    const alone = await startReader(postgres.primary.url)
    const { asha, conversationId } = await pair(alone)
    await asha.send(conversationId, 'Hello')
    const { body } = await asha.call('POST', '/api/v1/messages', { id: conversationId, size: 10 })
    expect(messagePage.parse(body).totalElements).toBe(1)
    expect(warnings.join()).toContain('DATABASE_REPLICA_URL does not lead to a standby.')
    await alone[Symbol.asyncDispose]()
  })
})

describe('a standby', () => {
  it('cannot be used when it has changes that the primary lacks', async () => {
    const replica = openReplica({ url: postgres.standbyUrl, poolSize: 2 })
    const [node] = nodes
    if (!node) throw new Error('there is no node')
    await eventually(async () => {
      expect(await replica.catchesUp(createCommitPosition(node.app.context.database.pool))).toBe(true)
    })
    await expect(replica.catchesUp(async () => 1n)).rejects.toThrow('it follows another primary')
    await replica[Symbol.asyncDispose]()
  })
})
