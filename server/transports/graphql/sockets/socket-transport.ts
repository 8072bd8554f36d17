import type { IncomingMessage } from 'node:http'
import { CloseCode, type Server } from 'graphql-ws'
import type { WebSocket } from 'ws'
import { MAX_UNSENT_BYTES } from '#server/platform/http/unsent-bytes.ts'
import { createMessageRate } from './message-rate.ts'
import { keepPinging } from './socket-pings.ts'

export interface SocketExtra {
  socket: WebSocket
  request: IncomingMessage
}

/** Policy violation (RFC 6455 §7.4.1). */
const TOO_MANY_MESSAGES = 1008

/**
 * Carries the graphql-ws protocol over one socket. graphql-ws brings such a binding too, but that one prints every
 * client's mistake with its stack; here it goes to `onError`. A client that does not read is disconnected.
 */
export function carryProtocol(
  protocol: Server<SocketExtra>,
  { socket, request }: SocketExtra,
  onError: (error: unknown) => void,
) {
  keepPinging(socket)
  refuseFloods(socket)
  // ws itself closes the socket with the code that fits: 1009 for a frame that is too large, 1002, 1007.
  socket.on('error', onError)
  const send = (data: string) => sendBounded(socket, data)

  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send,
      // Without the payload of the ping, which could be large.
      onPing: () => send(PONG),
      close: (code, reason) => socket.close(code, reason),
      onMessage(handle) {
        socket.on('message', (message) => {
          if (socket.readyState !== socket.OPEN) return
          handle(String(message)).catch((error: unknown) => {
            onError(error)
            socket.close(CloseCode.InternalServerError, 'Internal server error')
          })
        })
      },
    },
    { socket, request },
  )
  socket.once('close', (code, reason) => {
    closed(code, String(reason)).catch(onError)
  })
}

const PONG = JSON.stringify({ type: 'pong' })

/** Resolves when the kernel has accepted the data. Ends the socket of a client that does not read. */
const sendBounded = (socket: WebSocket, data: string) =>
  new Promise<void>((resolve, reject) => {
    if (isOpen(socket)) socket.send(data, (error) => (error ? reject(error) : resolve()))
    else resolve()
  })

/** Returns whether data can be sent. Ends a socket with too much unsent, where a close frame could not be sent either. */
function isOpen(socket: WebSocket): boolean {
  if (socket.bufferedAmount > MAX_UNSENT_BYTES) socket.terminate()
  return socket.readyState === socket.OPEN
}

/** Closes the socket of a client that sends too many frames. */
function refuseFloods(socket: WebSocket) {
  const isTooMany = createMessageRate()
  const count = () => {
    if (isTooMany() && isOpen(socket)) socket.close(TOO_MANY_MESSAGES, 'Too many messages')
  }
  socket.on('message', count).on('ping', count).on('pong', count)
}
