import { createParser } from 'eventsource-parser'
import { messagePage } from '#schema/chat.ts'
import { call } from '../../kit/person.ts'
import type { CampaignMember } from './members.ts'
import { pause } from './random.ts'

/** As in the web client: three missed heartbeats. */
const SILENCE = 45_000
const RECONNECT_AFTER = 1_000
const PAGE = 100

export interface Receiver {
  readonly member: CampaignMember
  /** Ids of messages, and how the member first learned of each. */
  readonly learned: Map<string, 'stream' | 'refetch'>
  /** Resolves once the first stream is open. */
  readonly opened: Promise<void>
  readonly counts: { connections: number; resyncs: number; repeats: number }
  /** Drops the stream, resumes after its last id and resolves once that replay is complete. */
  catchUp(): Promise<void>
  close(): void
}

/** A member's client: one stream that it resumes on alternating nodes, and a refetch for every `resync`. */
export function createReceiver(
  member: CampaignMember,
  { conversationId, nodes }: { conversationId: string; nodes: readonly string[] },
): Receiver {
  const learned: Receiver['learned'] = new Map()
  const counts = { connections: 0, resyncs: 0, repeats: 0 }
  let lastId: string | null = null
  let turn = Math.floor(Math.random() * nodes.length)
  let wasReady = false
  let closed = false
  let connection = new AbortController()
  let isReady = Promise.withResolvers<void>()
  let refetching: Promise<void> = Promise.resolve()

  function receive({
    id,
    event,
    data,
  }: {
    id?: string | undefined
    event?: string | undefined
    data: string
  }) {
    // Events of the time in which the first stream opened may precede its `ready`.
    const isFirst = event === 'ready' && !wasReady
    if (isFirst) wasReady = true
    if (id) lastId = id
    if (event === 'resync' || isFirst) {
      counts.resyncs += 1
      refetching = refetching.then(refetch)
    }
    if (event === 'ready') isReady.resolve()
    if (event !== 'new_chat_message') return
    const { id: messageId } = JSON.parse(data)
    if (learned.has(messageId)) counts.repeats += 1
    else learned.set(messageId, 'stream')
  }

  /** Reads every page from the newest, until one has nothing new; retries until it succeeds. */
  async function refetch() {
    for (let pageNumber = 0; !closed; ) {
      const page = await readPage(pageNumber)
      if (!page) {
        turn += 1
        await pause(RECONNECT_AFTER)
        continue
      }
      for (const { id } of page.elements) if (!learned.has(id)) learned.set(id, 'refetch')
      if (page.last) return
      pageNumber += 1
    }
  }

  async function readPage(pageNumber: number) {
    const answer = await call(nodes[turn % nodes.length] ?? '', 'POST', '/api/v1/messages', {
      token: member.token,
      body: { id: conversationId, size: PAGE, pageNumber },
      signal: AbortSignal.timeout(SILENCE),
    }).catch(() => null)
    return answer?.status === 200 ? messagePage.parse(answer.body) : null
  }

  async function connect() {
    connection = new AbortController()
    let silence = setTimeout(() => connection.abort(), SILENCE)
    try {
      const response = await fetch(`${nodes[turn % nodes.length]}/subscribe/${member.id}`, {
        signal: connection.signal,
        headers: {
          authorization: `Bearer ${member.token}`,
          ...(lastId ? { 'last-event-id': lastId } : {}),
        },
      })
      if (response.status !== 200 || !response.body) return
      counts.connections += 1
      const parser = createParser({ onEvent: receive })
      const decoder = new TextDecoder()
      for await (const chunk of response.body) {
        clearTimeout(silence)
        silence = setTimeout(() => connection.abort(), SILENCE)
        parser.feed(decoder.decode(chunk, { stream: true }))
      }
    } finally {
      clearTimeout(silence)
    }
  }

  async function stayConnected() {
    while (!closed) {
      await connect().catch(() => undefined)
      if (closed) return
      turn += 1
      await pause(RECONNECT_AFTER)
    }
  }
  void stayConnected()

  return {
    opened: isReady.promise,
    member,
    learned,
    counts,
    async catchUp() {
      isReady = Promise.withResolvers()
      connection.abort()
      await isReady.promise
      await refetching
    },
    close() {
      closed = true
      connection.abort()
    },
  }
}
