import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messagePage } from '#schema/chat.ts'
import { startCluster, type TestApp } from '../../kit/app.ts'
import { createTestClock } from '../../kit/clock.ts'
import { join, type Person } from '../../kit/person.ts'

const START = Date.now()

describe('two nodes whose clocks are five seconds apart', () => {
  let cluster: Awaited<ReturnType<typeof startCluster>> = null
  let ahead: TestApp
  let behind: TestApp

  beforeAll(async () => {
    const clocks = [createTestClock(START + 5_000), createTestClock(START)]
    cluster = await startCluster(2, { clocks })
    const [one, two] = cluster?.nodes ?? []
    if (one && two) [ahead, behind] = [one, two]
  })
  afterAll(() => cluster?.[Symbol.asyncDispose]())

  /** Without a search, because matching uses the same clocks. */
  async function meet() {
    const [asha, ben] = [await join(ahead), await join(behind)]
    return { asha, ben, ...(await ahead.app.context.chat.open(asha.id, ben.id)) }
  }
  const messages = async (person: Person, id: string) => {
    const answer = await person.call('POST', '/api/v1/messages', { id, size: 100 })
    return messagePage.parse(answer.body).elements.toReversed()
  }
  const unread = async (person: Person, id: string) =>
    (await person.call('GET', `/api/v1/conversation/${id}`)).body.unreadCount

  it('store the messages in the order in which they were sent', async (context) => {
    if (!cluster) return context.skip('redis-server is not installed')
    const { asha, ben, conversationId } = await meet()
    const texts = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
    for (const [index, text] of texts.entries()) await [asha, ben][index % 2]?.send(conversationId, text)
    const stored = await messages(asha, conversationId)
    expect(stored.map(({ message }) => message)).toEqual(texts)
    const times = stored.map(({ time }) => time)
    expect(new Set(times).size).toBe(times.length)
    expect(times).toEqual(times.toSorted())
    expect(await messages(ben, conversationId)).toMatchObject(stored.map(({ id, time }) => ({ id, time })))
  })

  // covers: design-clocks-differ
  it('deliver a message of the slower node as unread after the faster node marked all as read', async (context) => {
    if (!cluster) return context.skip('redis-server is not installed')
    const { asha, ben, conversationId } = await meet()
    await asha.send(conversationId, 'From the faster node')
    expect((await asha.call('POST', `/api/v1/conversation/${conversationId}/mark-read`)).status).toBe(200)
    const { id } = await ben.send(conversationId, 'From the slower node')
    expect(await unread(asha, conversationId)).toBe(1)
    expect((await messages(ben, conversationId)).find((one) => one.id === id)).toMatchObject({ read: false })
  })

  it('show a message of the slower node after the faster node cleared the conversation', async (context) => {
    if (!cluster) return context.skip('redis-server is not installed')
    const { asha, ben, conversationId } = await meet()
    await asha.send(conversationId, 'Before the clear')
    expect((await asha.call('PUT', `/api/v1/conversation/${conversationId}/clear`)).status).toBe(200)
    await ben.send(conversationId, 'After the clear')
    expect((await messages(asha, conversationId)).map(({ message }) => message)).toEqual(['After the clear'])
  })

  it('give the sender, the streams and the stored page the same id and time', async (context) => {
    if (!cluster) return context.skip('redis-server is not installed')
    const { asha, ben, conversationId } = await meet()
    const stream = await asha.stream()
    await asha.send(conversationId, 'First')
    const answer = await ben.send(conversationId, 'Second', 'key-1')
    expect(await ben.send(conversationId, 'Second', 'key-1')).toEqual(answer)
    expect((await stream.next('new_chat_message', ({ message }) => message === 'Second')).data).toEqual(
      answer,
    )
    expect((await messages(asha, conversationId)).at(-1)).toEqual(answer)
    stream.close()
  })

  it('let a batch wait for the commit of another node, and give it later times', async (context) => {
    if (!cluster) return context.skip('redis-server is not installed')
    const { asha, conversationId } = await meet()
    const later = new Date(START + 3_600_000)
    const { pool } = ahead.app.context.database
    const other = new pg.Client({ connectionString: pool.options.connectionString ?? '' })
    await other.connect()
    await other.query('BEGIN')
    await other.query('UPDATE conversation SET last_message_at = $2 WHERE id = $1', [conversationId, later])
    const sending = asha.send(conversationId, 'Sent during the other batch')
    const waiting = async () =>
      (
        await pool.query(
          "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%unnest%'",
        )
      ).rowCount
    await expect.poll(waiting).toBe(1)
    await other.query('COMMIT')
    await other.end()
    const sent = await sending
    expect(sent.time).toBe(new Date(later.getTime() + 1).toISOString())
    expect(sent.id.replace('-', '').slice(0, 12)).toBe((later.getTime() + 1).toString(16).padStart(12, '0'))
  })
})
