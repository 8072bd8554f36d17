import { createParser } from 'eventsource-parser'
import { type AuthResponse, authResponse } from '#schema/account.ts'
import { type Conversation, conversation, type Message, message } from '#schema/chat.ts'
import type { LiveEventName } from '#schema/events.ts'
import type { Registration } from '#schema/registration.ts'
import { STREAM_HEADER } from '#schema/stream-id.ts'
import type { TestApp } from './app.ts'
import { rememberHeaders, rememberPrivate } from './log-scan.ts'
import { prove } from './proof.ts'

let counter = 0

export const aRegistration = (changes: Partial<Registration> = {}): Registration => {
  counter += 1
  return {
    userName: `person-${process.pid}-${Date.now().toString(36)}-${counter}@example.com`,
    password: 'Monsoon-2026',
    displayName: `Person ${counter} of many`,
    phone: '+919822012345',
    interests: ['Film photography', 'Jazz'],
    nearBy: false,
    gender: 'Female',
    age: 31,
    lookingFor: ['Friendship'],
    ...changes,
  }
}

export interface Answer {
  status: number
  headers: Headers
  // The contract tests read bodies of every shape; each expectation states the shape it needs.
  body: Record<string, unknown>
}

interface CallOptions {
  body?: unknown
  token?: string | null
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** One HTTP call; a string body is sent as it is. */
export async function call(
  base: string,
  method: string,
  path: string,
  { body, token, headers = {}, signal }: CallOptions = {},
): Promise<Answer> {
  const raw = typeof body === 'string'
  rememberPrivate(body, true)
  rememberHeaders({ token: token ?? null, headers })
  const response = await fetch(base + path, {
    method,
    redirect: 'manual',
    ...(signal ? { signal } : {}),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined || raw ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const json = response.headers.get('content-type')?.includes('json')
  const answer = json ? JSON.parse(text) : { text }
  if (response.ok && json) rememberPrivate(answer)
  return { status: response.status, headers: response.headers, body: answer }
}

export interface Received {
  event: LiveEventName | string
  id: string | undefined
  data: Record<string, unknown>
}

export interface TestStream {
  readonly received: Received[]
  readonly ended: Promise<void>
  /** The first event that matches, now or later. */
  next(event: LiveEventName | 'ready', fits?: (data: Record<string, unknown>) => boolean): Promise<Received>
  close(): void
}

export async function openStream(
  base: string,
  userId: string,
  { token, after, streamId }: { token: string; after?: string; streamId?: string },
): Promise<TestStream> {
  const controller = new AbortController()
  const response = await fetch(`${base}/subscribe/${userId}`, {
    signal: controller.signal,
    headers: {
      authorization: `Bearer ${token}`,
      ...(after ? { 'last-event-id': after } : {}),
      ...(streamId ? { [STREAM_HEADER]: streamId } : {}),
    },
  })
  if (response.status !== 200 || !response.body) throw new Error(`the stream answered ${response.status}`)
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const parser = createParser({
    onEvent({ event = 'message', id, data }) {
      received.push({ event, id, data: JSON.parse(data || '{}') })
      for (const look of waiting) look()
    },
  })
  const { body } = response
  const ended = (async () => {
    const decoder = new TextDecoder()
    try {
      for await (const chunk of body) parser.feed(decoder.decode(chunk, { stream: true }))
    } catch (error) {
      if (!controller.signal.aborted) throw error
    }
  })().catch(() => undefined)
  return {
    received,
    ended,
    next: (event, fits = () => true) =>
      new Promise((resolve) => {
        const look = () => {
          const found = received.find((one) => one.event === event && fits(one.data))
          if (!found) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    close: () => controller.abort(),
  }
}

export interface Person {
  readonly id: string
  readonly token: string
  readonly user: AuthResponse['user']
  call(method: string, path: string, body?: unknown): Promise<Answer>
  stream(options?: { after?: string; streamId?: string }): Promise<TestStream>
  findMatch(): Promise<{ status: number; conversation: Conversation | null }>
  send(conversationId: string, text: string, clientMessageId?: string): Promise<Message>
}

/** A person with an account and a session. */
export async function join(
  node: TestApp,
  changes: Partial<Registration> & { verified?: boolean; premium?: boolean } = {},
): Promise<Person> {
  const { verified = true, premium = false, ...registration } = changes
  const body = aRegistration(registration)
  const asked = await call(node.url, 'POST', '/api/user', { body })
  const answer =
    asked.status === 428
      ? await call(node.url, 'POST', '/api/user', { body, headers: await prove(asked) })
      : asked
  if (answer.status !== 200)
    throw new Error(`registration answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  const { token, user } = authResponse.parse(answer.body)
  const { database, events } = node.app.context
  if (verified || premium) {
    await database.prisma.user.update({
      where: { id: user.id },
      data: { emailVerified: verified, premiumUntil: premium ? new Date(Date.now() + 86_400_000) : null },
    })
    await events.emit('userChanged', { userId: user.id })
  }
  return personOf(node.url, token, user)
}

export function personOf(base: string, token: string, user: AuthResponse['user']): Person {
  return {
    id: user.id,
    token,
    user,
    call: (method, path, body) => call(base, method, path, { body, token }),
    stream: (options = {}) => openStream(base, user.id, { token, ...options }),
    async findMatch() {
      const answer = await call(base, 'GET', '/api/v1/conversation', { token })
      return {
        status: answer.status,
        conversation: answer.status === 200 ? conversation.parse(answer.body) : null,
      }
    },
    async send(conversationId, text, clientMessageId) {
      const answer = await call(base, 'POST', '/api/v1/message', {
        token,
        body: { conversationId, message: text, ...(clientMessageId ? { clientMessageId } : {}) },
      })
      if (answer.status !== 200)
        throw new Error(`sending answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      return message.parse(answer.body)
    },
  }
}

/** Two members with the same interests, matched with each other. */
export async function pair(node: TestApp, other: TestApp = node) {
  const interests = [`Only these two ${crypto.randomUUID().slice(0, 8)}`]
  const [asha, ben] = [await join(node, { interests }), await join(other, { interests })]
  await asha.findMatch()
  const found = await ben.findMatch()
  if (!found.conversation) throw new Error('two people with the same interests were not matched')
  return { asha, ben, conversationId: found.conversation.id }
}
