import { expect } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import type { TestApp } from './app.ts'

export interface OpenedSocket {
  socket: WebSocket
  /** 'open', or the status that refused the upgrade. */
  opened: Promise<'open' | number>
  /** The code of the close frame; 1006 without one. */
  closed: Promise<number>
}

/** Opens a WebSocket for the graphql-ws protocol. */
export function openSocket(on: TestApp, options: ClientOptions = {}): OpenedSocket {
  const socket = new WebSocket(`${on.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', options)
  const opened = new Promise<'open' | number>((resolve) => {
    socket.once('open', () => resolve('open'))
    socket.once('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode))
  })
  const closed = new Promise<number>((resolve) => void socket.once('close', resolve))
  socket.on('error', () => undefined)
  return { socket, opened, closed }
}

/** Resolves to the next message of the server. */
export const nextMessage = (socket: WebSocket) =>
  new Promise<Record<string, unknown>>((resolve) => {
    socket.once('message', (data) => resolve(JSON.parse(String(data))))
  })

/** Logs in, and resolves once the server has acknowledged it. */
export async function greet({ socket, opened }: OpenedSocket, token: string) {
  await opened
  const answered = nextMessage(socket)
  socket.send(JSON.stringify({ type: 'connection_init', payload: { token } }))
  expect(await answered).toMatchObject({ type: 'connection_ack' })
}
