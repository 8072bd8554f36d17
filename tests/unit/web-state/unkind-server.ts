import type { LiveEvent } from '#schema/events.ts'
import type { RouteName } from '#schema/routes.ts'
import { partner } from './conversation-kit.ts'
import {
  type Asked,
  aConversation,
  aMessage,
  aUser,
  lostConnection,
  ME,
  PARTNER,
  pageOf,
  type Reply,
  refusal,
  type ScriptedServer,
  sessionOf,
} from './kit.ts'

/** `deaf`: the server handles the request, but the answer is lost. `silent`: the server never answers. */
export const NETWORKS = ['up', 'down', 'deaf', 'silent', 'failing', 'foreign'] as const
export type Network = (typeof NETWORKS)[number]

const untilAborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
  })
const never = () => new Promise<never>(() => undefined)

/** A server for one member behind an unreliable network: conversations, messages, search and stream. */
export function createUnkindServer(server: ScriptedServer) {
  let network: Network = 'up'
  const conversations = new Map<string, { isOpen: boolean; hasPartner: boolean }>()
  /** In the order of arrival; each key once. */
  const stored: { conversationId: string; key: string; text: string }[] = []
  let search: { polledAt: number } | null = null
  let isMatchReady = false
  let log: { id: number; event: string; data: unknown }[] = []
  let lastId = 0
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>()

  const read = (id: string) => {
    const { isOpen, hasPartner } = conversations.get(id) ?? { isOpen: false, hasPartner: false }
    return aConversation({ id, userActive: isOpen || !hasPartner, partnerActive: isOpen || hasPartner })
  }
  const messagesOf = (id: string) =>
    stored
      .map((one, index) => ({ one, index }))
      .filter(({ one }) => one.conversationId === id)
      .map(({ one, index }) => ownMessage(index, one))
  const ownMessage = (index: number, { conversationId, key, text }: (typeof stored)[number]) =>
    aMessage(index + 1, { conversationId, senderId: ME, message: text, clientMessageId: key })

  function push(frame: { id: number; event: string; data: unknown }) {
    const text = `id: 7-${frame.id}\nevent: ${frame.event}\ndata: ${JSON.stringify(frame.data)}\n\n`
    for (const stream of streams) stream.enqueue(new TextEncoder().encode(text))
  }

  function emit({ event, data }: LiveEvent) {
    lastId += 1
    const entry = { id: lastId, event, data }
    log.push(entry)
    if (network !== 'silent') push(entry)
  }

  function openChat(): string {
    const id = crypto.randomUUID()
    conversations.set(id, { isOpen: true, hasPartner: true })
    return id
  }

  function end(id: string, by: 'member' | 'partner') {
    const conversation = conversations.get(id)
    if (!conversation?.isOpen) return
    conversations.set(id, { isOpen: false, hasPartner: by === 'member' })
    const userId = by === 'member' ? ME : PARTNER
    emit({ event: 'conversation_disconnected', data: { conversationId: id, userId, reason: 'resigned' } })
  }

  function match(): Reply {
    search = null
    isMatchReady = false
    const conversation = read(openChat())
    emit({ event: 'match_found', data: conversation })
    return { body: conversation }
  }

  function store(asked: Asked): Reply {
    const { conversationId, clientMessageId, message } = asked.body as Record<string, string>
    if (!conversationId || !clientMessageId || !message) return refusal(400, 'INVALID')
    let index = stored.findIndex(({ key }) => key === clientMessageId)
    if (index < 0) {
      if (!conversations.get(conversationId)?.isOpen) return refusal(409, 'CONVERSATION_ENDED')
      index = stored.push({ conversationId, key: clientMessageId, text: message }) - 1
      emit({
        event: 'new_chat_message',
        data: ownMessage(index, { conversationId, key: clientMessageId, text: message }),
      })
    }
    return { body: ownMessage(index, { conversationId, key: clientMessageId, text: message }) }
  }

  const done: Reply = { body: { success: true } }
  const routes: Partial<Record<RouteName, (asked: Asked) => Reply>> = {
    getSession: () => sessionOf(aUser()),
    getPartner: () => ({ body: partner }),
    markRead: () => done,
    setTyping: () => done,
    findMatch() {
      if (isMatchReady) return match()
      search = { polledAt: Date.now() }
      return { status: 202, body: { status: 'searching', waitingSeconds: 0 } }
    },
    cancelSearch() {
      search = null
      return done
    },
    currentConversation: ({ params: [id = ''] }) =>
      conversations.has(id) ? { body: read(id) } : refusal(404, 'NOT_FOUND'),
    resign({ params: [id = ''], query }) {
      if (query.unload !== 'true') end(id, 'member')
      return done
    },
    listMessages({ body }) {
      const { id, before } = body as { id: string; before?: string }
      return { body: pageOf(messagesOf(id), before) }
    },
    sendMessage: store,
  }

  function answer(asked: Asked, act: (asked: Asked) => Reply): Reply | Promise<Reply> {
    switch (network) {
      case 'up':
        return act(asked)
      case 'down':
        return lostConnection()
      case 'deaf':
        act(asked)
        return lostConnection()
      case 'silent':
        return never()
      case 'failing':
        return refusal(503, 'UNAVAILABLE')
      case 'foreign':
        return { body: '<html>Log in to this network</html>' }
    }
  }
  for (const [name, act] of Object.entries(routes))
    server.on(name as RouteName, (asked) => answer(asked, act))

  function subscribe(after: number | null, signal: AbortSignal | null | undefined): Response {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        streams.add(controller)
        signal?.addEventListener('abort', () => {
          if (streams.delete(controller)) controller.error(new DOMException('aborted', 'AbortError'))
        })
      },
    })
    const isGap = after !== null && after < (log[0]?.id ?? lastId + 1) - 1
    if (isGap) push({ id: lastId, event: 'resync', data: {} })
    else if (after !== null) for (const entry of log.filter(({ id }) => id > after)) push(entry)
    push({ id: lastId, event: 'ready', data: {} })
    return new Response(body)
  }

  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const url = new URL(String(input), 'http://rapport.test')
    if (!url.pathname.startsWith('/subscribe/')) return server.fetch(input, init)
    if (init.signal?.aborted) throw new DOMException('aborted', 'AbortError')
    if (network === 'failing') return new Response(null, { status: 503 })
    if (network === 'down' || network === 'deaf') throw lostConnection()
    if (network === 'silent') return untilAborted(init.signal)
    if (network === 'foreign') return new Response('<html>Log in to this network</html>')
    const after = url.searchParams.get('lastEventId')
    return subscribe(after === null ? null : Number(after.slice(2)), init.signal)
  }

  return {
    fetch,
    conversations,
    stored,
    end,
    isSearching: () => search !== null && Date.now() - search.polledAt <= 15_000,
    setNetwork(next: Network) {
      network = next
      if (next === 'up' || next === 'silent') return
      for (const stream of streams) stream.error(lostConnection())
      streams.clear()
    },
    /** Pairs the member with a partner. The next poll returns the match, or a live event precedes it. */
    pair(how: 'poll' | 'push') {
      if (!search) return
      if (how === 'poll') isMatchReady = true
      else match()
    },
    /** Another member opens a chat with this one from a list. */
    openChat,
    /** Drops old events, which are no longer replayed. */
    forgetEvents() {
      log = []
    },
  }
}
