import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { acceptKnock } from '#web/state/knocks/accept-knock.ts'
import { declineKnock } from '#web/state/knocks/decline-knock.ts'
import { createKnocks } from '#web/state/knocks/knocks.ts'
import { eventually } from '../../kit/eventually.ts'
import {
  aConversation,
  aKnock,
  createTestStream,
  lostConnection,
  type Reply,
  refusal,
  signedIn,
} from './kit.ts'

const FIRST = aKnock()
const SECOND = aKnock({
  id: '01999999-2222-7000-8000-000000000002',
  userId: '01999999-0000-7000-8000-000000000003',
  displayName: 'Ben',
  created: '2026-11-20T13:00:00.000Z',
  expires: '2026-11-21T13:00:00.000Z',
})
const listOf = (...elements: (typeof FIRST)[]): Reply => ({ body: { elements } })
const passing = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.parse(FIRST.created) })
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterEach(() => void vi.useRealTimers())

async function setUp(listed: Reply = listOf()) {
  const { services, server } = await signedIn()
  server.on('listKnocks', listed)
  const stream = createTestStream()
  const arrived: string[] = []
  const knocks = createKnocks({
    api: services.api,
    stream,
    now: () => Date.now(),
    onArrival: ({ displayName }) => void arrived.push(displayName),
  })
  const stop = knocks.start()
  stream.tell({ event: 'resync', data: {} })
  await eventually(() => expect(server.of('listKnocks')).toHaveLength(1))
  await passing(0)
  const tell = (knock: typeof FIRST, waiting = true) =>
    stream.tell({ event: 'knock', data: { ...knock, waiting } })
  const names = () => knocks.getState().map(({ displayName }) => displayName)
  const opened: string[] = []
  const answering = {
    api: services.api,
    toasts: services.toasts,
    knocks,
    chatSwitch: { replace: ({ id }: { id: string }) => void opened.push(id) },
  }
  return { knocks, server, stream, arrived, stop, tell, names, opened, answering, toasts: services.toasts }
}

describe('the members who would like to talk', () => {
  it('load with the page, and again when the stream has missed events', async () => {
    const { server, stream, names, arrived } = await setUp(listOf(FIRST))
    expect([names(), arrived]).toEqual([['Juniper'], []])
    server.on('listKnocks', listOf(SECOND, FIRST))
    stream.tell({ event: 'resync', data: {} })
    await eventually(() => expect(names()).toEqual(['Ben', 'Juniper']))
  })

  it('come and go with the events, each once, the newest first', async () => {
    const { tell, names, arrived } = await setUp()
    tell(SECOND)
    tell(FIRST)
    tell(SECOND)
    expect([names(), arrived]).toEqual([
      ['Ben', 'Juniper'],
      ['Ben', 'Juniper'],
    ])
    tell(SECOND, false)
    expect(names()).toEqual(['Juniper'])
  })

  it('load again when an event arrives during the request', async () => {
    const { server, stream, tell, names } = await setUp()
    const slow = Promise.withResolvers<Reply>()
    server.on('listKnocks', () => slow.promise)
    stream.tell({ event: 'resync', data: {} })
    await eventually(() => expect(server.of('listKnocks')).toHaveLength(2))
    server.on('listKnocks', listOf(FIRST))
    tell(FIRST)
    slow.resolve(listOf())
    await eventually(() => expect(server.of('listKnocks')).toHaveLength(3))
    await passing(0)
    expect(names()).toEqual(['Juniper'])
  })

  it('load again when the first one expires', async () => {
    const { server, names } = await setUp(listOf(SECOND, FIRST))
    server.on('listKnocks', listOf(SECOND))
    await passing(Date.parse(FIRST.expires) - Date.now())
    expect(server.of('listKnocks')).toHaveLength(1)
    await passing(1_000)
    await eventually(() => expect(names()).toEqual(['Ben']))
  })

  // covers: beyond-knock-ends
  it('load again until the server says that one has expired as well', async () => {
    const { server, names } = await setUp(listOf(FIRST))
    await passing(24 * 3_600_000 + 1_000)
    await eventually(() => expect(server.of('listKnocks')).toHaveLength(2))
    expect(names()).toEqual(['Juniper'])
    server.on('listKnocks', listOf())
    await passing(30_000)
    await eventually(() => expect(names()).toEqual([]))
  })

  it('load as soon as the server answers', async () => {
    const { server, names } = await setUp(lostConnection())
    server.on('listKnocks', listOf(FIRST))
    await passing(1_000)
    await eventually(() => expect(names()).toEqual(['Juniper']))
  })

  it('change no more after the end of the session', async () => {
    const { tell, names, stop, server } = await setUp(listOf(FIRST))
    stop()
    tell(SECOND)
    await passing(48 * 3_600_000)
    expect([names(), server.of('listKnocks').length]).toEqual([['Juniper'], 1])
  })

  it('leave the list when they are reported', async () => {
    const { knocks, names } = await setUp(listOf(SECOND, FIRST))
    knocks.removeOf(FIRST.userId)
    expect(names()).toEqual(['Ben'])
  })
})

describe('acceptKnock', () => {
  it('opens the chat and says that it has started', async () => {
    const { answering, server, names, opened, toasts } = await setUp(listOf(FIRST))
    server.on('acceptKnock', { body: aConversation() })
    await acceptKnock(answering, FIRST)
    expect([names(), opened, server.of('acceptKnock')[0]?.params]).toEqual([
      [],
      [aConversation().id],
      [FIRST.id],
    ])
    expect(toasts.getState()).toMatchObject({
      title: 'Chat started',
      description: 'You are now chatting with Juniper.',
    })
  })

  it('says that the invitation is no longer open, and removes it', async () => {
    const { answering, server, names, opened, toasts } = await setUp(listOf(FIRST))
    server.on('acceptKnock', refusal(404, 'NOT_FOUND', 'This invitation is no longer open.'))
    await acceptKnock(answering, FIRST)
    expect([names(), opened]).toEqual([[], []])
    expect(toasts.getState()).toMatchObject({
      title: 'This invitation is no longer open.',
      variant: 'default',
    })
  })

  it('keeps the invitation when the server cannot be reached', async () => {
    const { answering, server, names, toasts } = await setUp(listOf(FIRST))
    server.on('acceptKnock', lostConnection())
    await acceptKnock(answering, FIRST)
    expect(names()).toEqual(['Juniper'])
    expect(toasts.getState()).toMatchObject({ title: "We couldn't open the chat", variant: 'destructive' })
  })
})

describe('declineKnock', () => {
  it('removes the invitation at once, without a word about "Not now"', async () => {
    const { answering, server, names, toasts } = await setUp(listOf(SECOND, FIRST))
    const answer = declineKnock(answering, SECOND, { forever: false })
    expect(names()).toEqual(['Juniper'])
    await answer
    expect(server.of('declineKnock')[0]?.body).toEqual({ forever: false })
    expect(toasts.getState()).toBeNull()
  })

  it('says where "Don\'t ask again" can be undone', async () => {
    const { answering, server, toasts } = await setUp(listOf(FIRST))
    await declineKnock(answering, FIRST, { forever: true })
    expect(server.of('declineKnock')[0]?.body).toEqual({ forever: true })
    expect(toasts.getState()).toMatchObject({
      title: "Juniper can't ask you again",
      description: 'You can change this in Settings, under Safety centre.',
    })
  })

  it('brings the invitation back when the answer did not reach the server', async () => {
    const { answering, server, names, toasts } = await setUp(listOf(SECOND, FIRST))
    server.on('declineKnock', lostConnection())
    await declineKnock(answering, FIRST, { forever: false })
    expect(names()).toEqual(['Ben', 'Juniper'])
    expect(toasts.getState()).toMatchObject({ title: "We couldn't send your answer" })
  })

  it.each([
    [false, null],
    [true, { title: 'This invitation is no longer open.' }],
  ])('tells of an invitation that has ended only when all are refused: %s', async (forever, toast) => {
    const { answering, server, names, toasts } = await setUp(listOf(FIRST))
    server.on('declineKnock', refusal(404, 'NOT_FOUND', 'This invitation is no longer open.'))
    await declineKnock(answering, FIRST, { forever })
    expect(names()).toEqual([])
    if (toast) expect(toasts.getState()).toMatchObject(toast)
    else expect(toasts.getState()).toBeNull()
  })
})
