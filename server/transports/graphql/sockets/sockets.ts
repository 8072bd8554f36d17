import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ExecutionArgs, GraphQLError } from 'graphql'
import { CloseCode, handleProtocols, makeServer } from 'graphql-ws'
import { WebSocketServer } from 'ws'
import { DESKTOP_ORIGIN } from '#schema/desktop.ts'
import { clientAddress, type TrustedProxies } from '#server/platform/http/client-address.ts'
import { addressKeyOf } from '#server/platform/http/network.ts'
import type { Origins } from '#server/platform/http/origins.ts'
import type { FailureLog } from '#server/platform/logging/failure-log.ts'
import { unavailableFor } from '#server/platform/postgres/index.ts'
import type { Texts } from '#server/platform/texts/texts.ts'
import { sayError } from '#server/transports/graphql/failures.ts'
import { admit } from './socket-admission.ts'
import { createSocketLimits, type SocketLimits } from './socket-limits.ts'
import {
  enveloped,
  leavable,
  type OperationDeps,
  operationErrors,
  prepareOperation,
} from './socket-operation.ts'
import { carryProtocol, type SocketExtra } from './socket-transport.ts'

/** In bytes; the same as for a query over HTTP. */
const MAX_PAYLOAD = 64 * 1024
/** The longest id of an operation, in bytes. Answers repeat it, also in the reason of a close frame. */
const MAX_ID = 64
/** Operations of one connection at the same time. */
const MAX_SUBSCRIPTIONS = 10
/** How long a client may take to send its first message, in milliseconds. */
const HELLO_WITHIN = 5_000
/** How long a client may take to close its connection when the server stops, in milliseconds. */
const CLOSE_WITHIN = 1_000
/** `closeTimeout`, in milliseconds, is how long a client may take to close its connection otherwise. */
const OPTIONS = { maxPayload: MAX_PAYLOAD, closeTimeout: 5_000 }
/** How long a refused client may take to read the answer, in milliseconds. */
const REFUSED_WITHIN = 1_000

/** A code of RFC 6455's registry. Clients of the protocol reconnect after it, unlike after 4500. */
const TRY_AGAIN_LATER = 1013
/** The code of a server that stops (RFC 6455 §7.4.1). */
const GOING_AWAY = 1001
/** Forbidden, in the graphql-ws protocol. */
const FORBIDDEN = 4403

const TOO_MANY = new GraphQLError(`One connection carries ${MAX_SUBSCRIPTIONS} operations at once.`, {
  extensions: { code: 'RATE_LIMITED' },
})

const ID_TOO_LONG = new GraphQLError(`The id of an operation has at most ${MAX_ID} bytes.`)

interface SocketDeps extends OperationDeps {
  failures: FailureLog
  texts: Texts
  origins: Pick<Origins, 'pageOf'>
  trustProxy: TrustedProxies
  /** Multiplies how many sockets a network may open. */
  rateLimitFactor: number
}

export interface Sockets {
  /**
   * Returns whether a request opens a WebSocket here. The header Upgrade of any other request is ignored, as RFC 9110
   * §7.8 allows.
   */
  upgrades(request: IncomingMessage): boolean
  attach(server: Server): void
  close(): Promise<void>
}

/** Serves the graphql-ws protocol at /graphql. The first message carries the token; the cookie is not accepted here. */
export function createSockets(deps: SocketDeps): Sockets {
  const socketLimits = createSocketLimits({ factor: deps.rateLimitFactor })
  const onError = (error: unknown) => deps.failures.warn(socketFault(error), 'graphql socket failed')
  const sockets = new WebSocketServer({ ...OPTIONS, noServer: true, handleProtocols })
  const protocol = createProtocol(deps, socketLimits, onError)

  return {
    upgrades: ({ url, headers }) =>
      headers.upgrade?.toLowerCase() === 'websocket' && /^\/graphql(\?|$)/.test(url ?? ''),
    attach(server) {
      server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        socket.on('error', onError)
        const isOurs = request.headers.origin === DESKTOP_ORIGIN || deps.origins.pageOf(request) !== 'foreign'
        if (!isOurs) return refuse(socket, '403 Forbidden')
        const place = socketLimits.admit(addressKeyOf(clientAddress(request, deps.trustProxy)))
        if (!place) return refuse(socket, '429 Too Many Requests')
        socket.once('close', place.release)
        sockets.handleUpgrade(request, socket, head, (opened) =>
          carryProtocol(protocol, { socket: opened, request }, onError),
        )
      })
    },
    async close() {
      const timeout = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate()
      }, CLOSE_WITHIN)
      for (const socket of sockets.clients) socket.close(GOING_AWAY)
      await new Promise((resolve) => sockets.close(resolve))
      clearTimeout(timeout)
    },
  }
}

function createProtocol(deps: SocketDeps, socketLimits: SocketLimits, onError: (error: unknown) => void) {
  const { accounts, limits, texts, trustProxy } = deps
  const sayTo = (request: IncomingMessage) => texts.accepted(request.headers['accept-language'])
  const callers = new WeakMap<object, { token: string; running: number }>()

  return makeServer<Record<string, unknown>, SocketExtra>({
    connectionInitWaitTimeout: HELLO_WITHIN,
    async onConnect({ connectionParams, extra }) {
      const admitted = await admit(
        accounts,
        limits,
        connectionParams,
        clientAddress(extra.request, trustProxy),
      ).catch((error: unknown) => {
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
    async onSubscribe({ extra }, id, params) {
      if (Buffer.byteLength(id) > MAX_ID) {
        extra.socket.close(CloseCode.BadRequest, ID_TOO_LONG.message)
        return [ID_TOO_LONG]
      }
      const caller = callers.get(extra.socket)
      if (!caller || caller.running >= MAX_SUBSCRIPTIONS) return [TOO_MANY]
      // Counted before the first await, because many operations may arrive at once.
      caller.running += 1
      try {
        const prepared = await prepareOperation(deps, caller.token, params, extra.request).catch((error) =>
          operationErrors(error, onError),
        )
        if (Array.isArray(prepared)) caller.running -= 1
        return prepared
      } catch (error) {
        caller.running -= 1
        throw error
      }
    },
    onComplete({ extra }) {
      const caller = callers.get(extra.socket)
      if (caller) caller.running -= 1
    },
    onNext({ extra }, _id, _payload, _args, { data, errors }) {
      if (!errors) return
      const said = errors.map((error) => sayError(error, sayTo(extra.request)).toJSON())
      return { ...(data === undefined ? {} : { data }), errors: said }
    },
    onError({ extra }, _id, _payload, errors) {
      return errors.map((error) => sayError(error, sayTo(extra.request)).toJSON())
    },
    execute: (args: ExecutionArgs) => enveloped(args).execute(args),
    subscribe: async (args: ExecutionArgs) => leavable(await enveloped(args).subscribe(args), onError),
  })
}

/** Logs the ws code of a client that breaks the WebSocket protocol, without its stack, which is always inside ws. */
const socketFault = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('WS_ERR_')
    ? { code: error.code }
    : { error }

function refuse(socket: Duplex, status: '403 Forbidden' | '429 Too Many Requests') {
  const retry = status.startsWith('429') ? 'Retry-After: 60\r\n' : ''
  socket.end(`HTTP/1.1 ${status}\r\n${retry}Connection: close\r\nContent-Length: 0\r\n\r\n`)
  // Without a reader, the end of a client that leaves would go unnoticed.
  socket.resume()
  setTimeout(() => socket.destroy(), REFUSED_WITHIN).unref()
}
