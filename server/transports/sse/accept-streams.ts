import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { parseStreamRequest } from './stream-request.ts'

/**
 * How long a connection may be silent before node:http gets it and applies its timeouts, in milliseconds. Short beside
 * those, and long enough for a client to send a request after it has connected.
 */
const SILENCE = 1_000

export interface StreamAcceptor {
  /** Hands every connection to node:http from now on, also those that have sent nothing yet. */
  stop(): void
}

/**
 * Takes the connections of an HTTP server whose first bytes are a stream request, and hands all other connections to
 * node:http with the bytes that arrived. Call it before the server listens.
 *
 * `serve` gets a request and its socket, which nothing else reads. Later bytes of such a connection are dropped: its
 * response ends with the connection, so a client cannot expect a second one.
 */
export function acceptStreams(
  server: Server,
  serve: (request: IncomingMessage, socket: Socket) => void,
  { silence = SILENCE }: { silence?: number } = {},
): StreamAcceptor {
  const httpListeners = server.listeners('connection')
  server.removeAllListeners('connection')
  const silent = createSilentSockets(silence, (socket) => handOver(socket))
  let stopped = false

  function handOver(socket: Socket, bytes?: Buffer) {
    silent.delete(socket)
    socket.off('data', onFirstBytes).off('end', onEnd).off('error', onError)
    if (socket.destroyed) return
    socket.pause()
    if (bytes) socket.unshift(bytes)
    for (const listener of httpListeners) Reflect.apply(listener, server, [socket])
    socket.resume()
  }

  // One function for all sockets.
  function onFirstBytes(this: Socket, bytes: Buffer) {
    const request = stopped ? null : parseStreamRequest(bytes, this)
    if (!request) return handOver(this, bytes)
    silent.delete(this)
    this.off('data', onFirstBytes)
    // What the client sends from now on is read and dropped, so its leaving is noticed.
    this.resume()
    serve(request, this)
  }

  server.on('connection', (socket: Socket) => {
    if (stopped) return handOver(socket)
    silent.add(socket)
    socket.on('data', onFirstBytes).on('end', onEnd).on('error', onError)
  })

  return {
    stop() {
      stopped = true
      silent.stop()
    },
  }
}

/** A client that ends its side of the connection has left, as for node:http. */
function onEnd(this: Socket) {
  this.destroySoon()
}

/** A lost connection is no failure of ours. The socket closes by itself. */
function onError() {}

/** The connections that have sent nothing yet. Each gets handed over after one to two times the given milliseconds. */
function createSilentSockets(silence: number, handOver: (socket: Socket) => void) {
  let fresh = new Set<Socket>()
  let stale = new Set<Socket>()
  function turn() {
    const due = stale
    stale = fresh
    fresh = new Set()
    for (const socket of due) handOver(socket)
  }
  const timer = setInterval(turn, silence)
  timer.unref()

  return {
    add: (socket: Socket) => void fresh.add(socket),
    delete(socket: Socket) {
      if (!fresh.delete(socket)) stale.delete(socket)
    },
    stop() {
      clearInterval(timer)
      turn()
      turn()
    },
  }
}
