import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ExecutionArgs, GraphQLError } from 'graphql'
import { handleProtocols, makeServer, type SubscribePayload } from 'graphql-ws'
import type { YogaServerInstance } from 'graphql-yoga'
import { WebSocketServer } from 'ws'
import * as z from 'zod'
import { DESKTOP_ORIGIN } from '#schema/desktop.ts'
import type { Member } from '#server/domains/accounts/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { addressKeyOf } from '#server/platform/http/network.ts'
import type { Origins } from '#server/platform/http/origins.ts'
import { unavailableFor } from '#server/platform/postgres/index.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import type { GraphqlContext } from '#server/transports/graphql/builder.ts'
import { presentFailure } from '#server/transports/graphql/failures.ts'
import type { SocketLimits } from './socket-limits.ts'
import { carryProtocol, type SocketExtra } from './socket-transport.ts'

/** As for a query over HTTP. */
const MAX_PAYLOAD = 64 * 1024
/** Of one connection; a client needs one, or a few. */
const MAX_SUBSCRIPTIONS = 10
/** A client that does not say who it is has this long. */
const HELLO_WITHIN = 5_000
/** A client that does not answer the farewell is not waited for any longer. */
const FAREWELL_WITHIN = 1_000

/** RFC 6455's registry; clients of the protocol connect again after it, as opposed to 4500. */
const TRY_AGAIN_LATER = 1013
/** What a server says that stops (RFC 6455 §7.4.1). */
const GOING_AWAY = 1001

const TOO_MANY = new GraphQLError(`One connection carries ${MAX_SUBSCRIPTIONS} operations at once.`, {
  extensions: { code: 'RATE_LIMITED' },
})

const NOT_LOGGED_IN = new GraphQLError('Your session has expired. Please log in again.', {
  extensions: { code: 'UNAUTHENTICATED' },
})

/** `token`, or `authorization` as in a request's headers: the name in any case, with or without the scheme. */
const hello = z
  .record(z.string(), z.unknown())
  .transform((params) => new Map(Object.entries(params).map(([name, value]) => [name.toLowerCase(), value])))
  .transform((params) => params.get('token') ?? params.get('authorization'))
  .pipe(z.string())
  .transform((token) => token.replace(/^bearer\s+/i, '').trim())
  .pipe(z.string().min(1))

/** A close reason has at most 123 bytes. */
const REFUSALS = {
  missing: 'No session token: send connectionParams { "authorization": "Bearer <token>" }.',
  unknown: 'Your session has expired. Please log in again.',
  suspended: 'This account is suspended.',
  tooMany: 'Too many attempts. Please slow down.',
} as const
/** Forbidden, in the graphql-ws protocol. */
const FORBIDDEN = 4403

export interface SocketDeps {
  yoga: YogaServerInstance<GraphqlContext, object>
  contextOf(member: Member, request: IncomingMessage): GraphqlContext
  /** By the session's token, which a browser cannot send as a header here. */
  memberByToken(token: string): Promise<Member | null>
  limits: RateLimits
  /** Where a connection comes from, for the limits by network. */
  addressOf(request: IncomingMessage): string
  origins: Pick<Origins, 'pageOf'>
  socketLimits: SocketLimits
  onError(error: unknown): void
}

export interface Sockets {
  attach(server: Server): void
  close(): Promise<void>
}

/** The graphql-ws protocol at /graphql. The token comes in the first message; the cookie opens nothing here. */
export function createSockets(deps: SocketDeps): Sockets {
  const { yoga, contextOf, memberByToken, limits, socketLimits, addressOf, onError } = deps
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD, handleProtocols })
  const callers = new WeakMap<object, { token: string; running: number }>()

  /** Asked anew for every operation: a socket may outlive its session, a ban or premium. */
  async function callerOf(token: string): Promise<Member | null> {
    const member = await memberByToken(token)
    return member && !member.suspended ? member : null
  }

  /** Returns the token of a connection that may open, or why it may not. */
  async function admit(
    params: unknown,
    request: IncomingMessage,
  ): Promise<{ token: string; userId: string } | { refusal: string }> {
    const { data: token } = hello.safeParse(params ?? {})
    const member = token === undefined ? null : await memberByToken(token)
    if (token !== undefined && member && !member.suspended) return { token, userId: member.id }
    const told = token === undefined ? 'missing' : member ? 'suspended' : 'unknown'
    const isWithinLimit = await limits.consume('graphqlByAddress', addressOf(request)).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError) return false
        throw error
      },
    )
    return { refusal: REFUSALS[isWithinLimit ? told : 'tooMany'] }
  }

  /** The operation with all of our plugins around it, or what is wrong with it. */
  async function prepare(
    token: string,
    params: SubscribePayload,
    request: IncomingMessage,
  ): Promise<ExecutionArgs | GraphQLError[]> {
    const member = await callerOf(token)
    if (!member) return [NOT_LOGGED_IN]
    await limits.consume('graphqlByAccount', member.id)
    const { schema, execute, subscribe, parse, validate, contextFactory } = yoga.getEnveloped({
      ...contextOf(member, request),
      params,
    })
    const args = {
      schema,
      operationName: params.operationName ?? null,
      document: parse(params.query),
      variableValues: params.variables ?? null,
      contextValue: await contextFactory(),
      rootValue: { execute, subscribe },
    }
    const errors = validate(args.schema, args.document)
    return errors.length > 0 ? errors : args
  }

  const protocol = makeServer<Record<string, unknown>, SocketExtra>({
    connectionInitWaitTimeout: HELLO_WITHIN,
    async onConnect({ connectionParams, extra }) {
      const admitted = await admit(connectionParams, extra.request).catch((error: unknown) => {
        if (!unavailableFor(error)) throw error
        onError(error)
        return { code: TRY_AGAIN_LATER, refusal: 'Try again later' }
      })
      if ('refusal' in admitted) {
        extra.socket.close('code' in admitted ? admitted.code : FORBIDDEN, admitted.refusal)
        return false
      }
      socketLimits.assign(admitted.userId, extra.socket)
      callers.set(extra.socket, { token: admitted.token, running: 0 })
      return true
    },
    async onSubscribe({ extra }, _, params) {
      const known = callers.get(extra.socket)
      if (!known || known.running >= MAX_SUBSCRIPTIONS) return [TOO_MANY]
      // Counted before anything is waited for: many may come at once.
      known.running += 1
      const prepared = await prepare(known.token, params, extra.request).catch((error: unknown) => {
        if (error instanceof ApiError) return [presentFailure(error)]
        if (error instanceof Error && error.name === 'GraphQLError') return [error as GraphQLError]
        const unavailable = unavailableFor(error)
        if (unavailable) {
          onError(error)
          return [presentFailure(unavailable)]
        }
        known.running -= 1
        throw error
      })
      if (Array.isArray(prepared)) known.running -= 1
      return prepared
    },
    onComplete({ extra }) {
      const known = callers.get(extra.socket)
      if (known) known.running -= 1
    },
    execute: (args: ExecutionArgs) => enveloped(args).execute(args),
    subscribe: async (args: ExecutionArgs) => leavable(await enveloped(args).subscribe(args), onError),
  })

  return {
    attach(server) {
      server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        socket.on('error', onError)
        if (!/^\/graphql(\?|$)/.test(request.url ?? '')) return socket.destroy()
        const isOurs = request.headers.origin === DESKTOP_ORIGIN || deps.origins.pageOf(request) !== 'foreign'
        if (!isOurs) return refuse(socket, '403 Forbidden')
        const place = socketLimits.admit(addressKeyOf(addressOf(request)))
        if (!place) return refuse(socket, '429 Too Many Requests')
        socket.once('close', place.release)
        sockets.handleUpgrade(request, socket, head, (opened) =>
          carryProtocol(protocol, { socket: opened, request }, onError),
        )
      })
    },
    async close() {
      const impatience = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate()
      }, FAREWELL_WITHIN)
      for (const socket of sockets.clients) socket.close(GOING_AWAY)
      await new Promise((resolve) => sockets.close(resolve))
      clearTimeout(impatience)
    },
  }
}

function refuse(socket: Duplex, status: '403 Forbidden' | '429 Too Many Requests') {
  const retry = status.startsWith('429') ? 'Retry-After: 60\r\n' : ''
  socket.end(`HTTP/1.1 ${status}\r\n${retry}Connection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Nobody waits for the end of a subscription whose client has left: what fails then is told here, or ends the process. */
function leavable<Result extends object>(
  result: Result | AsyncGenerator<Result, void, void>,
  onError: (error: unknown) => void,
): Result | AsyncIterableIterator<Result, void> {
  if (!(Symbol.asyncIterator in result)) return result
  const iterator = result[Symbol.asyncIterator]()
  const leaving: AsyncIterableIterator<Result, void> = {
    [Symbol.asyncIterator]: () => leaving,
    next: () => iterator.next(),
    return: () =>
      iterator.return().catch((error: unknown) => {
        onError(error)
        return { done: true, value: undefined }
      }),
  }
  return leaving
}

interface Enveloped {
  execute(args: ExecutionArgs): ReturnType<typeof import('graphql').execute>
  subscribe(args: ExecutionArgs): ReturnType<typeof import('graphql').subscribe>
}

/** The functions with all of our plugins around them travel with the operation. */
const enveloped = ({ rootValue }: ExecutionArgs) => rootValue as Enveloped
