import type { IncomingMessage } from 'node:http'
import { CloseCode, type Server } from 'graphql-ws'
import type { WebSocket } from 'ws'

export interface SocketExtra {
  socket: WebSocket
  request: IncomingMessage
}

/** A client that has not answered a ping by the next one is gone. */
const PING_EVERY = 12_000

/**
 * Carries the graphql-ws protocol over one socket. graphql-ws brings such a binding too, but that one prints every
 * client's mistake with its stack; here it goes to `onError`.
 */
export function carryProtocol(
  protocol: Server<SocketExtra>,
  { socket, request }: SocketExtra,
  onError: (error: unknown) => void,
) {
  let answered = true
  const pinging = setInterval(() => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
  }, PING_EVERY)
  socket.on('pong', () => {
    answered = true
  })
  // ws itself closes the socket with the code that fits: 1009 for a frame that is too large, 1002, 1007.
  socket.on('error', onError)

  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send: (data) =>
        new Promise((resolve, reject) => {
          if (socket.readyState !== socket.OPEN) return resolve()
          socket.send(data, (error) => (error ? reject(error) : resolve()))
        }),
      close: (code, reason) => socket.close(code, reason),
      onMessage(handle) {
        socket.on('message', (message) => {
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
    clearInterval(pinging)
    closed(code, String(reason)).catch(onError)
  })
}
