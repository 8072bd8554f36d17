import { createClient } from 'graphql-ws'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { sentenceOf, text } from '#schema/translatable.ts'
import type { EventBus } from '#server/events.ts'
import { startCluster, type TestApp } from '../../kit/app.ts'
import { createTestClock } from '../../kit/clock.ts'
import { ask } from '../../kit/graphql.ts'
import { inboxOf } from '../../kit/inbox.ts'
import { DECIDE_ABOUT, moderationOf } from '../../kit/moderation.ts'
import { join, type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const clock = createTestClock()
const node = useNode({ clock })

const NOTICE = { kind: 'notice', heading: text('Hello'), body: text('Something happened.') } as const
const notify = (person: Person, changes: object = {}, on = node) =>
  on.app.context.inbox.notify(person.id, { ...NOTICE, ...changes })

const headings = async (person: Person) => (await inboxOf(node, person)).notes.map(({ heading }) => heading)

describe('a notification', () => {
  it('appears newest first, page by page', async () => {
    const asha = await join(node)
    expect(await inboxOf(node, asha)).toEqual({ unread: 0, notes: [], total: 0, next: null })
    for (const heading of ['First', 'Second', 'Third']) await notify(asha, { heading })
    const first = await inboxOf(node, asha, { first: 2 })
    expect(first).toMatchObject({
      unread: 3,
      total: 3,
      notes: [{ heading: text('Third'), read: false }, { heading: text('Second') }],
    })
    expect(await inboxOf(node, asha, { after: first.next })).toMatchObject({
      notes: [{ heading: text('First') }],
      next: null,
    })
  })

  // covers: 3-notification-target, beyond-notification-stored
  it('contains its path, the member it is about and its data', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const about = { path: '/safety-centre', candidateId: ben.id, conversationId }
    await notify(asha, { ...about, userData: { plan: 'weekly' } })
    expect((await inboxOf(node, asha)).notes).toEqual([
      {
        ...NOTICE,
        ...about,
        id: expect.any(String),
        created: new Date(clock.now()).toISOString(),
        read: false,
        image: null,
        userData: [{ name: 'plan', value: 'weekly' }],
      },
    ])
  })

  // covers: beyond-notifications-paged
  it('becomes unread again when its key repeats, with its new text and time, at the top', async () => {
    const asha = await join(node)
    await notify(asha, { dedupeKey: 'one', heading: text('Before') })
    await notify(asha, { heading: text('Between') })
    await ask(node, asha, 'mutation { markAllNotificationsRead }')
    clock.advance(60_000)
    await notify(asha, { dedupeKey: 'one', heading: text('After') })
    expect(await inboxOf(node, asha)).toMatchObject({
      unread: 1,
      total: 2,
      notes: [
        { heading: text('After'), read: false, created: new Date(clock.now()).toISOString() },
        { heading: text('Between'), read: true },
      ],
    })
  })

  it('counts up to a hundred', async () => {
    const asha = await join(node)
    await node.app.context.inbox.post(Array.from({ length: 120 }, () => ({ ...NOTICE, userId: asha.id })))
    expect((await inboxOf(node, asha)).unread).toBe(100)
  })

  // covers: beyond-notifications-marked-read
  it('can be marked as read alone or with all others, by its owner only', async () => {
    const [asha, ben] = [await join(node), await join(node)]
    for (const heading of ['One', 'Two', 'Three']) await notify(asha, { heading })
    const { notes } = await inboxOf(node, asha)
    const mark = (who: Person, ids: unknown[]) =>
      ask(node, who, 'mutation($ids: [ID!]!) { markNotificationsRead(ids: $ids) }', { ids })
    await mark(
      ben,
      notes.map(({ id }) => id),
    )
    expect((await mark(asha, [notes[1]?.id])).data).toEqual({ markNotificationsRead: 2 })
    expect((await inboxOf(node, asha)).notes.map(({ read }) => read)).toEqual([false, true, false])
    expect((await ask(node, asha, 'mutation { markAllNotificationsRead }')).data).toEqual({
      markAllNotificationsRead: 0,
    })
    for (const ids of [[], ['nonsense'], Array.from({ length: 101 }, () => crypto.randomUUID())])
      expect((await mark(asha, ids)).codes).toEqual(['INVALID'])
  })

  it('stores a very long text shortened, and nothing for an unknown member', async () => {
    const asha = await join(node)
    await notify(asha, { body: 'x'.repeat(5_000) })
    expect((await inboxOf(node, asha)).notes[0]?.body).toMatch(/^x{1999}…$/)
    await notify(asha, {
      heading: sentenceOf(`${'x'.repeat(158)}😀😀😀`),
      body: text('Half of this \ud83d is lost.'),
    })
    expect((await inboxOf(node, asha)).notes[0]).toMatchObject({
      heading: sentenceOf(`${'x'.repeat(158)}😀…`),
      body: text('Half of this \ufffd is lost.'),
    })
    const stored = () => node.app.context.database.prisma.notification.count()
    const before = await stored()
    await node.app.context.inbox.notify(crypto.randomUUID(), NOTICE)
    expect(await stored()).toBe(before)
  })
})

describe('a new notification', () => {
  it('arrives on the stream, as it is stored', async () => {
    const asha = await join(node)
    const stream = await asha.stream()
    await notify(asha)
    const { data } = await stream.next('notification')
    const [note] = (await inboxOf(node, asha)).notes
    expect(data).toEqual({ ...note, userId: asha.id, userData: null })
    stream.close()
  })

  it('arrives over GraphQL', async () => {
    const asha = await join(node)
    const client = createClient({
      url: `${node.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { token: asha.token },
    })
    const received: unknown[] = []
    client.subscribe(
      { query: 'subscription { notificationReceived { heading } }' },
      { next: ({ data }) => received.push(data), error: () => undefined, complete: () => undefined },
    )
    await expect
      .poll(async () => {
        await notify(asha)
        return received[0]
      })
      .toEqual({ notificationReceived: { heading: text('Hello') } })
    await client.dispose()
  })

  // covers: beyond-notifications-live
  it('arrives on every node', async (context) => {
    const cluster = await startCluster(2)
    if (!cluster) return context.skip('redis-server is not installed')
    const [first, second] = cluster.nodes as [TestApp, TestApp]
    const asha = await join(second)
    const stream = await asha.stream()
    await notify(asha, { heading: text('From afar') }, first)
    expect((await stream.next('notification')).data).toMatchObject({ heading: text('From afar') })
    stream.close()
    await cluster[Symbol.asyncDispose]()
  })
})

describe('the notification of a decision', () => {
  const emit: EventBus['emit'] = (name, event) => node.app.context.events.emit(name, event)

  it('reaches the reporter of a report', async () => {
    const asha = await join(node)
    const reportId = crypto.randomUUID()
    await emit('reportDecided', { reporterId: asha.id, reportId, outcome: 'We have warned this person.' })
    expect((await inboxOf(node, asha)).notes).toMatchObject([
      {
        kind: 'report_decided',
        heading: text('We reviewed your report'),
        body: text('We have warned this person.'),
        path: '/safety-centre',
        candidateId: null,
      },
    ])
  })

  // covers: beyond-notifications-of-decisions
  it('reaches a warned member once when the event is emitted twice', async () => {
    const asha = await join(node)
    const warning = {
      userId: asha.id,
      actionId: crypto.randomUUID(),
      kind: 'WARN',
      reason: 'Please stay kind.',
    } as const
    await emit('userWarned', warning)
    await ask(node, asha, 'mutation { markAllNotificationsRead }')
    await emit('userWarned', warning)
    expect(await inboxOf(node, asha)).toMatchObject({
      unread: 0,
      notes: [{ kind: 'warning', body: text('Please stay kind.'), path: '/safety-centre' }],
    })
    await emit('userWarned', { ...warning, actionId: crypto.randomUUID() })
    expect(await inboxOf(node, asha)).toMatchObject({ unread: 1, total: 2 })
  })

  it('contains the outcome and the answer of an appeal', async () => {
    const asha = await join(node)
    for (const reversed of [false, true])
      await emit('appealDecided', {
        userId: asha.id,
        actionId: crypto.randomUUID(),
        reversed,
        answer: 'We read it all again.',
      })
    expect(await headings(asha)).toEqual(['Your appeal was granted', 'Your appeal was turned down'])
    expect((await inboxOf(node, asha)).notes[0]?.body).toBe('We read it all again.')
  })

  it('stops neither the decision nor other notifications when it cannot be stored', async () => {
    const [asha, ben] = [await join(node), await join(node)]
    const { ask: asked, moderator } = await moderationOf(node)
    const { pool } = node.app.context.database
    await pool.query(`ALTER TABLE notification ADD CONSTRAINT refused CHECK (user_id <> '${ben.id}')`)
    for (const { id } of [ben, asha]) {
      const warning = await asked(moderator, DECIDE_ABOUT, { id, kind: 'WARN', reason: 'Please stay kind.' })
      expect(warning.codes).toEqual([])
    }
    await notify(ben)
    expect(await headings(ben)).toEqual([])
    expect(await headings(asha)).toEqual(['A warning from our moderators'])
    await pool.query('ALTER TABLE notification DROP CONSTRAINT refused')
  })
})
