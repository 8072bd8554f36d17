import { environmentManager, focusManager, type QueryClient } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NearbyUser } from '#schema/nearby.ts'
import { useNearby } from '#web/screens/nearby/use-nearby.ts'
import { useConversations } from '#web/screens/shared/use-conversations.ts'
import { eventually } from '../../kit/eventually.ts'
import { aConversation, type ScriptedServer, signedIn } from '../web-state/kit.ts'
import { memberOf, runHook } from './draw.tsx'

const MINUTE = 60_000
const PAGE = 10

// Without a document, TanStack Query does not poll, as on a server.
beforeAll(() => environmentManager.setIsServer(() => false))
afterAll(() => environmentManager.setIsServer(() => true))

let clients: QueryClient[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  focusManager.setFocused(true)
})
afterEach(() => {
  for (const client of clients) client.clear()
  clients = []
  vi.useRealTimers()
})

const asked = (server: ScriptedServer, route: 'listConversations' | 'listNearby') =>
  server.of(route).map(({ body }) => body as { pageNumber: number; size: number; filterBy?: string })

const uuidOf = (n: number) => `01999999-2222-7000-8000-${String(n).padStart(12, '0')}`

const person = (n: number): NearbyUser => ({
  id: uuidOf(n),
  displayName: `Person ${n}`,
  interests: [],
  city: null,
  state: null,
  age: 30,
  gender: 'Female',
})

/** Returns a page of the server's list. */
const pageOf = <Item>(all: readonly Item[], pageNumber: number) => ({
  body: {
    elements: all.slice(pageNumber * PAGE, (pageNumber + 1) * PAGE),
    totalElements: all.length,
    totalPages: Math.ceil(all.length / PAGE),
    last: (pageNumber + 1) * PAGE >= all.length,
  },
})

async function open() {
  const browser = await signedIn({ premiumUser: true })
  const member = memberOf(browser)
  clients.push(member.queries)
  return { ...browser, member }
}

async function openConversations(count: number) {
  const drawing = await open()
  const all = Array.from({ length: count }, (_, n) => aConversation({ id: uuidOf(n) }))
  drawing.server.on('listConversations', ({ body }) =>
    pageOf(all, (body as { pageNumber: number }).pageNumber),
  )
  const list = await runHook(drawing, () => useConversations())
  await eventually(() => expect(list().status).toBe('success'))
  return { list, all, calls: () => asked(drawing.server, 'listConversations') }
}

async function openNearby(people: NearbyUser[]) {
  const drawing = await open()
  drawing.server.on('listNearby', ({ body }) => {
    const { pageNumber, filterBy } = body as { pageNumber: number; filterBy: string }
    return pageOf(filterBy === 'male' ? people.slice(0, 1) : people, pageNumber)
  })
  const list = await runHook(drawing, useNearby)
  await eventually(() => expect(list().status).toBe('success'))
  return { list, calls: () => asked(drawing.server, 'listNearby') }
}

const LISTS = [
  ['the list of conversations', async (count: number) => openConversations(count)],
  [
    'the list of people nearby',
    async (count: number) => openNearby(Array.from({ length: count }, (_, n) => person(n))),
  ],
] as const

describe.each(LISTS)('%s', (_name, openList) => {
  // covers: 4.6-first-page-and-refetch, 7-conversations, 9-page-size
  it('starts with page 0 of ten', async () => {
    const { calls } = await openList(1)
    expect(calls()).toMatchObject([{ pageNumber: 0, size: 10 }])
  })

  // covers: 4.5-refetch-intervals, 4.6-first-page-and-refetch, 9-list-times
  it('refetches every two minutes while it has results', async () => {
    const { calls } = await openList(1)
    await vi.advanceTimersByTimeAsync(2 * MINUTE - 1_000)
    expect(calls()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    await eventually(() => expect(calls()).toHaveLength(2))
  })

  // covers: 4.5-refetch-intervals
  it('does not refetch while it is empty, neither by time nor on window focus', async () => {
    const { calls } = await openList(0)
    await vi.advanceTimersByTimeAsync(6 * MINUTE)
    focusManager.setFocused(false)
    focusManager.setFocused(true)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(calls()).toHaveLength(1)
  })

  // covers: 4.5-refetch-intervals, 4.6-first-page-and-refetch, 9-list-times
  it('refetches on window focus only after five minutes', async () => {
    const { calls } = await openList(1)
    focusManager.setFocused(false)
    await vi.advanceTimersByTimeAsync(5 * MINUTE - 1_000)
    focusManager.setFocused(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(calls()).toHaveLength(1)
    focusManager.setFocused(false)
    await vi.advanceTimersByTimeAsync(2_000)
    focusManager.setFocused(true)
    await eventually(() => expect(calls()).toHaveLength(2))
  })
})

describe('Load More', () => {
  // covers: 4.6-load-more-without-duplicates
  it('appends each further page of conversations without duplicates until the last', async () => {
    const { list, all, calls } = await openConversations(15)
    expect(list().conversations).toHaveLength(10)
    expect(list().hasNextPage).toBe(true)
    // A new conversation moves the tenth to the next page.
    all.unshift(aConversation({ id: uuidOf(99) }))
    await list().fetchNextPage()
    await eventually(() => expect(list().conversations).toHaveLength(15))
    expect(new Set(list().conversations.map(({ id }) => id)).size).toBe(15)
    expect(list().hasNextPage).toBe(false)
    expect(calls().map(({ pageNumber }) => pageNumber)).toEqual([0, 1])
  })

  // covers: 4.6-load-more-without-duplicates
  it('stops at an empty page of conversations, even one that is not marked as the last', async () => {
    const drawing = await open()
    drawing.server.on('listConversations', ({ body }) => {
      const { pageNumber } = body as { pageNumber: number }
      const page = pageOf(pageNumber === 0 ? [aConversation()] : [], 0)
      return { body: { ...page.body, last: false } }
    })
    const list = await runHook(drawing, () => useConversations())
    await eventually(() => expect(list().hasNextPage).toBe(true))
    await list().fetchNextPage()
    await eventually(() => expect(list().hasNextPage).toBe(false))
  })

  // covers: 4.5-pages-append
  it('appends the next page of people nearby, and a refresh starts with page 0', async () => {
    const { list, calls } = await openNearby(Array.from({ length: 12 }, (_, n) => person(n)))
    await list().fetchNextPage()
    await eventually(() => expect(list().people).toHaveLength(12))
    await list().refresh()
    await eventually(() => expect(list().people).toHaveLength(10))
    expect(calls().map(({ pageNumber }) => pageNumber)).toEqual([0, 1, 0])
  })
})

describe('a filter of people nearby', () => {
  // covers: 4.5-filter-restarts
  it('starts with page 0 and an empty list, also when it is chosen again', async () => {
    const { list, calls } = await openNearby(Array.from({ length: 12 }, (_, n) => person(n)))
    await list().fetchNextPage()
    await eventually(() => expect(list().people).toHaveLength(12))
    list().choose('male')
    await eventually(() => expect(list().filter).toBe('male'))
    await eventually(() => expect(list().people).toHaveLength(1))
    list().choose('none')
    await eventually(() => expect(list().filter).toBe('none'))
    await eventually(() => expect(list().people).toHaveLength(10))
    expect(calls().map(({ filterBy, pageNumber }) => [filterBy, pageNumber])).toEqual([
      ['none', 0],
      ['none', 1],
      ['male', 0],
      ['none', 0],
    ])
  })
})
