import { createParser } from 'eventsource-parser'
import { type Client, createClient } from 'graphql-ws'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import type { TestApp } from './app.ts'
import { call, join, type Person } from './person.ts'

export type Caller = Pick<Person, 'token'> | null
type Variables = Record<string, unknown>

export interface GraphqlAnswer {
  status: number
  headers: Headers
  // The contract tests read answers of every shape; each expectation states the shape it needs.
  data: Record<string, ReturnType<typeof JSON.parse>> | null
  codes: unknown[]
  errors: { message: string; extensions?: Record<string, unknown> }[]
}

/** One query or mutation over HTTP. */
export async function ask(
  on: TestApp,
  who: Caller,
  query: string,
  variables: Variables = {},
  headers: Record<string, string> = {},
): Promise<GraphqlAnswer> {
  const answer = await call(on.url, 'POST', '/graphql', {
    body: { query, variables },
    token: who?.token ?? null,
    headers,
  })
  const body = answer.body as { data?: Record<string, unknown>; errors?: GraphqlAnswer['errors'] }
  const errors = body.errors ?? []
  return {
    status: answer.status,
    headers: answer.headers,
    data: body.data ?? null,
    errors,
    codes: errors.map(({ extensions }) => extensions?.code),
  }
}

/** Creates a person with this role, or a suspended one. */
export async function joinAs(
  on: TestApp,
  whenReady: 'ADMIN' | 'MODERATOR' | 'MEMBER' | 'suspended',
  options: Parameters<typeof join>[1] = {},
): Promise<Person> {
  const person = await join(on, options)
  if (whenReady === 'MEMBER') return person
  const { database, events } = on.app.context
  const data =
    whenReady === 'suspended' ? { suspendedUntil: new Date(Date.now() + 60 * 60_000) } : { role: whenReady }
  await database.prisma.user.update({ where: { id: person.id }, data })
  await events.emit('userChanged', { userId: person.id })
  return person
}

export interface Subscription {
  /** The data of each result, or its errors. */
  readonly received: Record<string, unknown>[]
  /** 'complete', or the reason for another end. */
  readonly ended: Promise<unknown>
  /** Unsubscribes. */
  stop(): Promise<void>
}

export function socketClient(
  on: TestApp,
  token: string | null,
  connectionParams: Record<string, unknown> = token === null ? {} : { token },
): Client {
  return createClient({
    url: `${on.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    lazy: true,
    connectionParams,
  })
}

export function subscribeOn(client: Client, query: string, variables: Variables = {}): Subscription {
  const received: Record<string, unknown>[] = []
  const ended = new Promise<unknown>((resolve) => {
    client.subscribe(
      { query, variables },
      {
        next: ({ data, errors }) => received.push(data ?? { errors }),
        error: resolve,
        complete: () => resolve('complete'),
      },
    )
  })
  return { received, ended, stop: async () => client.dispose() }
}

/** Over server-sent events. */
async function subscribeByEvents(on: TestApp, who: Caller, query: string, variables: Variables = {}) {
  const stopped = new AbortController()
  const received: Record<string, unknown>[] = []
  let outcome: unknown = 'gone'
  const parser = createParser({
    onEvent({ event, data }) {
      if (event === 'complete') outcome = 'complete'
      if (event !== 'next') return
      const result = JSON.parse(data)
      received.push(result.data ?? { errors: result.errors })
    },
  })
  const response = await fetch(`${on.url}/graphql`, {
    method: 'POST',
    signal: stopped.signal,
    headers: {
      ...(who ? { authorization: `Bearer ${who.token}` } : {}),
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify({ query, variables }),
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const ended = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }))
  })()
    .catch(() => undefined)
    .then(() => outcome)
  const stop = async () => {
    stopped.abort()
    await ended
  }
  return { received, ended, stop } satisfies Subscription
}

/** The two transports of subscriptions. */
export const TRANSPORTS = {
  'graphql-ws': async (on: TestApp, who: Caller, query: string, variables?: Variables) =>
    subscribeOn(socketClient(on, who?.token ?? null), query, variables),
  'server-sent events': subscribeByEvents,
} as const
export type Transport = keyof typeof TRANSPORTS
export const TRANSPORT_NAMES = Object.keys(TRANSPORTS) as Transport[]

/** The names of the `live` events, and the texts of their messages. */
export const LIVE =
  'subscription($after: ID) { live(after: $after) { id name message { text } typing { isTyping } } }'

interface LiveResult {
  live?: {
    id: string | null
    name: string
    message: { text: string } | null
    typing: { isTyping: boolean } | null
  }
}
const liveOf = ({ received }: Subscription) => (received as LiveResult[]).flatMap(({ live }) => live ?? [])
export const namesOf = (made: Subscription) => liveOf(made).map(({ name }) => name)
export const textsOf = (made: Subscription) => liveOf(made).flatMap(({ message }) => message?.text ?? [])
export const typingOf = (made: Subscription) => liveOf(made).flatMap(({ typing }) => typing?.isTyping ?? [])
export const lastIdOf = (made: Subscription) => liveOf(made).at(-1)?.id ?? null

/** Resolves once the replay is complete and new events arrive. */
export async function whenReady(made: Subscription): Promise<Subscription> {
  await expect.poll(() => namesOf(made)).toContain('ready')
  return made
}
