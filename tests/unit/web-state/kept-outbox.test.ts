import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ShownMessage } from '#web/state/chat/messages.ts'
import { createOutbox } from '#web/state/chat/outbox.ts'
import { createOutboxQueue, type OutboxQueue } from '#web/state/chat/outbox-queue.ts'
import { createLazyKeeper, type UnsentKeeper } from '#web/state/chat/unsent-keeper.ts'
import { createWhileAlone } from '#web/state/chat/while-alone.ts'
import { createStore } from '#web/state/store.ts'
import { mergeKept } from '#web/state/unsent/merge-kept.ts'
import { eventually } from '../../kit/eventually.ts'
import { mine, openWith, passing } from './conversation-kit.ts'
import { type Asked, CHAT, lostConnection, refusal, signedIn } from './kit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] }))
afterEach(() => void vi.useRealTimers())

const written = (key: string, text: string, changes: Partial<ShownMessage> = {}): ShownMessage => ({
  ...mine(1, key, text),
  id: `temp-${key}`,
  time: new Date().toISOString(),
  state: 'sending',
  ...changes,
})
const textOf = ({ body }: Asked) => (body as { message: string }).message
const nothing = () => undefined

/** A keeper that records its calls. `follow` fills a queue from what is kept. */
function aKeeper(follow: (queue: OutboxQueue) => Promise<void> | void = nothing, isStored = true) {
  const calls: string[] = []
  let settled: Promise<void> | void
  const note =
    (name: string) =>
    (of: ShownMessage | string): void =>
      void calls.push(`${name} ${typeof of === 'string' ? of : of.id}`)
  const keeper: UnsentKeeper = {
    settled: async () => settled,
    async addMessage(message) {
      note('add')(message)
      return isStored
    },
    changeMessage: note('change'),
    removeMessage: note('remove'),
    followMessages(_, queue, run) {
      settled = (async () => {
        await follow(queue)
        if (queue.next()) run()
      })()
    },
    followDraft: async () => false,
    followChat: () => undefined,
    showEnded: note('show'),
    close: nothing,
  }
  return { calls, keeper, lazy: createLazyKeeper(async () => keeper) }
}

async function anOutbox({ lazy }: ReturnType<typeof aKeeper>) {
  const { services, server } = await signedIn()
  server.on('sendMessage', ({ body }) => {
    const { clientMessageId = '', message = '' } = body as Record<string, string>
    return { body: mine(server.of('sendMessage').length, clientMessageId, message) }
  })
  const deps = { api: services.api, connected: createStore(true), keeper: lazy, now: () => Date.now() }
  return { server, outbox: createOutbox({ ...deps, newKey: () => 'another-key' }, CHAT) }
}

describe('an outbox that is kept', () => {
  // covers: beyond-outbox-order
  it('sends the messages of an earlier page before a new one', async () => {
    const read = Promise.withResolvers<void>()
    const kept = aKeeper(async (queue) => {
      await read.promise
      mergeKept(queue, [written('old', 'Old')], new Set())
    })
    const { server, outbox } = await anOutbox(kept)
    const sent = outbox.add(written('new', 'New'))
    await passing(500)
    expect(server.of('sendMessage')).toEqual([])
    read.resolve()
    await sent
    expect(server.of('sendMessage').map(textOf)).toEqual(['Old', 'New'])
    await passing(0)
    expect(kept.calls).toEqual(['add temp-new', 'remove temp-old', 'remove temp-new'])
  })

  // covers: beyond-outbox-blocked-storage
  it('sends after two seconds where the browser never answers, and at once from then on', async () => {
    const { server, outbox } = await anOutbox(aKeeper(() => new Promise(nothing)))
    void outbox.add(written('first', 'First'))
    await passing(1_999)
    expect(server.of('sendMessage')).toEqual([])
    await passing(1)
    await eventually(() => expect(server.of('sendMessage').map(textOf)).toEqual(['First']))
    await outbox.add(written('second', 'Second'))
    expect(server.of('sendMessage').map(textOf)).toEqual(['First', 'Second'])
  })

  // covers: beyond-outbox-blocked-storage
  it('sends where the code of the keeper cannot be loaded', async () => {
    const lazy = createLazyKeeper(() => Promise.reject(new Error('no such chunk')))
    const { server, outbox } = await anOutbox({ ...aKeeper(), lazy })
    await outbox.add(written('first', 'First'))
    expect(server.of('sendMessage').map(textOf)).toEqual(['First'])
  })

  // covers: beyond-outbox-unkept
  it.each([
    ['does not store it', aKeeper(nothing, false).lazy],
    ['stores nothing', createLazyKeeper(() => Promise.reject(new DOMException('denied', 'SecurityError')))],
  ])('tells that a message lasts as long as the page where the browser %s', async (_, lazy) => {
    const { server, outbox } = await anOutbox({ ...aKeeper(), lazy })
    server.on('sendMessage', lostConnection())
    const news: string[] = []
    outbox.listen((id, { kind }) => void news.push(`${kind} ${id}`))
    await outbox.add(written('one', 'Hello'))
    await passing(0)
    expect(news.sort()).toEqual(['unkept temp-one', 'waiting temp-one'])
  })

  // covers: beyond-outbox-lasts
  it('removes a message only once the server has it', async () => {
    const kept = aKeeper()
    const { server, outbox } = await anOutbox(kept)
    const { promise, resolve } = Promise.withResolvers<void>()
    server.on('sendMessage', async ({ body }) => {
      await promise
      return { body: mine(1, (body as { clientMessageId: string }).clientMessageId, 'Hello') }
    })
    const sent = outbox.add(written('one', 'Hello'))
    await eventually(() => expect(server.of('sendMessage')).toHaveLength(1))
    await passing(0)
    expect(kept.calls).toEqual(['add temp-one'])
    resolve()
    await sent
    await passing(0)
    expect(kept.calls).toEqual(['add temp-one', 'remove temp-one'])
  })

  // covers: beyond-outbox-late
  it('keeps a refused message, and shows the ended chat unless it is on screen', async () => {
    const kept = aKeeper()
    const { server, outbox } = await anOutbox(kept)
    server.on('sendMessage', refusal(409, 'CONVERSATION_ENDED', 'This conversation has ended.'))
    await outbox.add(written('one', 'Hello'))
    await passing(0)
    expect(kept.calls).toEqual(['add temp-one', 'change temp-one', `show ${CHAT}`])
    expect(outbox.messages()).toMatchObject([{ state: 'late', note: 'Not sent. The chat had ended.' }])
    outbox.listen(nothing)
    await outbox.add(written('two', 'Hello?'))
    await passing(0)
    expect(kept.calls.slice(3)).toEqual(['add temp-two', 'change temp-two'])
  })

  // covers: beyond-outbox-late
  it.each([31, -31])('does not send a message that was written %i minutes ago', async (minutes) => {
    const { server, outbox } = await anOutbox(aKeeper())
    const time = new Date(Date.now() - minutes * 60_000).toISOString()
    await outbox.add(written('one', 'Hello', { time }))
    expect(server.of('sendMessage')).toEqual([])
    expect(outbox.messages()).toMatchObject([{ state: 'late', note: 'Not sent. It waited too long.' }])
  })

  it('forgets a message whose conversation no longer exists', async () => {
    const kept = aKeeper()
    const { server, outbox } = await anOutbox(kept)
    server.on('sendMessage', refusal(404, 'NOT_FOUND', 'We cannot find this conversation.'))
    await outbox.add(written('one', 'Hello'))
    await passing(0)
    expect(kept.calls).toEqual(['add temp-one', 'remove temp-one'])
    expect(outbox.messages()).toEqual([])
  })

  it('gives a chat its refused messages when it opens again', async () => {
    const { server, outbox } = await anOutbox(aKeeper())
    server.on('sendMessage', refusal(409, 'CONTACT_DETAILS', 'Contact details?'))
    await outbox.add(written('one', 'me@example.com'))
    const { open } = await openWith([], { load: false, outbox })
    expect(open.getState().messages).toMatchObject([{ message: 'me@example.com', state: 'unconfirmed' }])
  })
})

describe('mergeKept', () => {
  function aQueue(messages: ShownMessage[]) {
    const queue = createOutboxQueue()
    const news: string[] = []
    queue.setMessages(messages)
    queue.listen((id, { kind }) => news.push(`${kind} ${id}`))
    return { queue, news, ids: () => queue.messages().map(({ id }) => id) }
  }
  const [one, two, three] = [written('1', 'One'), written('2', 'Two'), written('3', 'Three')]

  // covers: beyond-outbox-tabs
  it('adds the messages of another tab in the order of writing', () => {
    const { queue, news, ids } = aQueue([two])
    mergeKept(queue, [one, two, three], new Set())
    expect(ids()).toEqual(['temp-1', 'temp-2', 'temp-3'])
    expect(news).toEqual(['found temp-1', 'found temp-3'])
  })

  it('removes what another tab has sent, and keeps a message that is not written yet', () => {
    const { queue, news, ids } = aQueue([one, two, three])
    mergeKept(queue, [two], new Set(['temp-1', 'temp-2']))
    expect(ids()).toEqual(['temp-2', 'temp-3'])
    expect(news).toEqual(['gone temp-1'])
  })

  it('keeps the object of a message, whose attempt may be running', () => {
    const { queue } = aQueue([one])
    mergeKept(queue, [{ ...one }], new Set(['temp-1']))
    expect(queue.messages()[0]).toBe(one)
  })

  it('takes over what another tab was told about a message', () => {
    const { queue } = aQueue([one])
    mergeKept(queue, [{ ...one, state: 'late', note: 'Too late' }], new Set(['temp-1']))
    expect(queue.next()).toBeUndefined()
    expect(queue.messages()).toMatchObject([{ note: 'Too late' }])
  })
})

describe('whileAlone', () => {
  /** Locks that run one holder at a time, as a browser does. */
  function createLocks(): Pick<LockManager, 'request'> {
    let last: Promise<unknown> = Promise.resolve()
    const request = (_name: string, _options: LockOptions, run: () => Promise<void>) => {
      const next = last.then(run)
      last = next
      return next
    }
    return { request: request as LockManager['request'] }
  }

  // covers: beyond-outbox-tabs
  it('lets one tab send at a time', async () => {
    const whileAlone = createWhileAlone(createLocks())
    const steps: string[] = []
    const first = Promise.withResolvers<void>()
    const tab = (name: string, until: Promise<void>) =>
      whileAlone(CHAT, async () => {
        steps.push(`${name} begins`)
        await until
        steps.push(`${name} ends`)
      })
    const both = Promise.all([tab('one', first.promise), tab('two', Promise.resolve())])
    await passing(0)
    expect(steps).toEqual(['one begins'])
    first.resolve()
    await both
    expect(steps).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
  })

  it.each([
    ['has no locks', undefined],
    ['refuses locks', { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) }],
  ])('sends where the browser %s', async (_, locks) => {
    const send = vi.fn(async () => undefined)
    await createWhileAlone(locks)(CHAT, send)
    expect(send).toHaveBeenCalledTimes(1)
  })
})

describe('a kept outbox without a connection', () => {
  // covers: beyond-outbox-lasts
  it('keeps a message from the moment it is written', async () => {
    const kept = aKeeper()
    const { server, outbox } = await anOutbox(kept)
    server.on('sendMessage', lostConnection())
    await outbox.add(written('one', 'Hello'))
    await passing(10_000)
    await passing(0)
    expect(kept.calls).toEqual(['add temp-one'])
  })
})
