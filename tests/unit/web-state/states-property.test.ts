import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadEvents } from '#web/data/contract.ts'
import { createFarewell } from '#web/data/farewell.ts'
import { isOpen } from '#web/state/chat/about-conversation.ts'
import { createChatMachine } from '#web/state/chat/chat-machine.ts'
import { createOpenConversation, type OpenConversation } from '#web/state/chat/conversation.ts'
import { createMatchMemory } from '#web/state/chat/match-memory.ts'
import { createOutbox, type Outbox } from '#web/state/chat/outbox.ts'
import { createLiveStream } from '#web/state/live/live-stream.ts'
import { createStore } from '#web/state/store.ts'
import { aConversation, aUser, ME, signedIn } from './kit.ts'
import { createUnkindServer, NETWORKS, type Network } from './unkind-server.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const turns = async () => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Lets time pass and runs everything that it triggers. */
async function pass(milliseconds: number) {
  const steps = Math.max(1, Math.ceil(milliseconds / 2_000))
  for (let step = 0; step < steps; step += 1) {
    await vi.advanceTimersByTimeAsync(milliseconds / steps)
    await turns()
  }
}

type World = Awaited<ReturnType<typeof createWorld>>

/** One member's page: the real chat machine, conversation, outbox and live stream, and the screens that use them. */
async function createWorld() {
  await Promise.all([import('#web/data/call.ts'), loadEvents()])
  const { services, server: scripted, storage } = await signedIn()
  const server = createUnkindServer(scripted)
  const { api, session, toasts } = services
  const now = () => Date.now()
  const memory = createMatchMemory(storage, now)
  const attention = createStore(true)
  let keys = 0
  const newKey = () => {
    keys += 1
    return `key-${keys}`
  }
  /** The messages that the member has written, and the chats they have left, in turn. */
  const written: string[] = []
  let left: string[] = []

  function openPage() {
    const stream = createLiveStream({
      fetch: server.fetch,
      token: () => session.token(),
      newKey,
      onRefused: async () => 'again',
      tabs: null,
    })
    const chat = createChatMachine({ api, session, stream, toasts, memory, now, newKey })
    const outboxes = new Map<string, Outbox>()
    let shown: { id: string; open: OpenConversation } | null = null
    // Acts like the screens, which show a match for two seconds and then its chat.
    const stopFollowing = chat.subscribe(() => {
      const state = chat.getState()
      if (state.phase === 'matched' && state.isNewMatch) setTimeout(() => chat.enter(), 2_000)
      const conversation = state.phase === 'matched' && !state.isNewMatch ? state.conversation : null
      if (conversation?.id === shown?.id) return
      shown?.open[Symbol.dispose]()
      shown = null
      if (!conversation) return
      const { id } = conversation
      const outbox = outboxes.get(id) ?? createOutbox({ api, connected: stream.connected, now, newKey }, id)
      outboxes.set(id, outbox)
      const me = aUser()
      const deps = { api, stream, toasts, memory, me, conversation, outbox, attention, now, newKey }
      shown = { id, open: createOpenConversation(deps) }
      void shown.open.load()
    })
    stream.open(ME)
    void chat.start()
    return {
      chat,
      stream,
      screen: () => shown?.open ?? null,
      close() {
        stopFollowing()
        shown?.open[Symbol.dispose]()
        chat.stop()
        stream.close()
      },
    }
  }

  let page = openPage()
  return {
    server,
    attention,
    written,
    left: () => left,
    page: () => page,
    newKey,
    leaveCurrent() {
      const state = page.chat.getState()
      if (state.phase === 'matched') left.push(state.conversation.id)
    },
    reload() {
      const farewell = createFarewell({ fetch: server.fetch, sendBeacon: () => true, token: session.token })
      for (const id of page.chat.unfinishedResignations()) farewell.resign(id, { unload: false })
      page.close()
      // Unsent messages are lost when the page closes.
      left = []
      written.length = 0
      page = openPage()
    },
  }
}

/** The actions of the member, the partner, the network and the computer, each possible at any time. */
const ACTS: Record<string, (world: World) => unknown> = {
  findMatch: ({ page }) => void page().chat.findMatch(),
  cancel: ({ page }) => void page().chat.cancel(),
  findAnother({ page, leaveCurrent }) {
    leaveCurrent()
    page().chat.findAnother()
  },
  enter: ({ page }) => page().chat.enter(),
  say({ page, written, newKey }) {
    const screen = page().screen()
    const state = page().chat.getState()
    if (!screen || state.phase !== 'matched' || !isOpen(state.conversation)) return
    const text = `said ${newKey()}`
    written.push(text)
    void screen.send(text)
  },
  openFromList: ({ page, server }) => page().chat.open(aConversation({ id: server.openChat() })),
  matchByPoll: ({ server }) => server.pair('poll'),
  matchByPush: ({ server }) => server.pair('push'),
  partnerLeaves({ page, server }) {
    const state = page().chat.getState()
    if (state.phase === 'matched') server.end(state.conversation.id, 'partner')
  },
  sleep({ server, page }) {
    vi.setSystemTime(Date.now() + 15 * 60_000)
    server.forgetEvents()
    page().stream.wake()
  },
  sleepThroughTheEnd({ server, page }) {
    const state = page().chat.getState()
    server.setNetwork('down')
    if (state.phase === 'matched') server.end(state.conversation.id, 'partner')
    server.forgetEvents()
    server.setNetwork('up')
    vi.setSystemTime(Date.now() + 15 * 60_000)
    page().stream.wake()
  },
  hide: ({ attention }) => attention.setState(false),
  show({ attention, page }) {
    attention.setState(true)
    page().stream.wake()
  },
  reload: ({ reload }) => reload(),
  networkTold: ({ page }) => page().stream.wake({ doubtful: true }),
}
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...Object.keys(ACTS)).map((act) => ({ act })) },
  { weight: 1, arbitrary: fc.constantFrom(...NETWORKS).map((network) => ({ network })) },
)
const story = fc.array(fc.tuple(step, fc.constantFrom(0, 0, 300, 1_500, 5_000, 20_000)), { maxLength: 18 })

type Step = { act: string } | { network: Network }

async function play(world: World, steps: readonly (readonly [Step, number])[]) {
  for (const [one, wait] of steps) {
    if ('act' in one) ACTS[one.act]?.(world)
    else world.server.setNetwork(one.network)
    await pass(wait)
  }
}
/** Checks what must hold once the network works and the member has been inactive for a while. */
async function expectWayOn({ page, server, written, left, attention }: World) {
  const { chat, screen } = page()
  const state = chat.getState()
  expect(chat.unfinishedResignations()).toEqual([])
  expect(left().filter((id) => server.conversations.get(id)?.isOpen)).toEqual([])
  if (state.phase === 'searching') {
    expect(server.isSearching()).toBe(true)
    await chat.cancel()
    return expect(chat.getState().phase).toBe('idle')
  }
  if (state.phase === 'idle') {
    await chat.findMatch()
    return expect(chat.getState().phase).toBe('searching')
  }
  if (state.phase === 'restoring') throw new Error('the last match is still being restored')
  const known = server.conversations.get(state.conversation.id)
  expect(isOpen(state.conversation)).toBe(known?.isOpen ?? false)
  const open = screen()
  expect(state.isNewMatch).toBe(false)
  expect(open?.getState()).toMatchObject({ status: 'ready', connected: true })
  const unsettled = open?.getState().messages.filter(({ state: is }) => is === 'sending' || is === 'waiting')
  expect(unsettled).toEqual([])
  const arrived = server.stored.map(({ text }) => text)
  expect(new Set(arrived).size).toBe(arrived.length)
  expect(arrived.filter((text) => written.includes(text))).toEqual(
    written.filter((text) => arrived.includes(text)),
  )
  attention.setState(true)
  chat.findAnother()
  expect(chat.getState().phase).toBe('searching')
}

// covers: design-every-state-has-a-next-step
it('every screen offers a next step, in any order of failures, sleeps, departures and key presses', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const world = await createWorld()
      try {
        await play(world, steps)
        world.server.setNetwork('up')
        world.page().stream.wake({ doubtful: true })
        await pass(90_000)
        await expectWayOn(world)
      } finally {
        world.page().close()
        vi.clearAllTimers()
      }
    }),
    { seed: 20_261_122, numRuns: 300 },
  )
}, 120_000)
