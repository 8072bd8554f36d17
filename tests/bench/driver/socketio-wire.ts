import { WebSocket } from 'ws'
import * as z from 'zod'
import type { Connection, Wire } from './wire.ts'

/** The packets of Engine.IO 4 and Socket.IO 5 that occur here. */
const PACKET = {
  open: '0',
  ping: '2',
  pong: '3',
  connect: '40',
  event: '42',
  answer: '43',
  refused: '44',
} as const

const eventModel = z.tuple([z.literal('message'), z.object({ body: z.string() })])
const answerModel = z.tuple([z.object({ error: z.string().optional() })])

interface Waiting {
  resolve(): void
  reject(error: Error): void
}

class SocketioConnection implements Connection {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, Waiting>()
  #next = 0

  constructor(url: string) {
    this.#socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
    })
  }

  /** Resolves once the server has accepted the member. */
  open(userId: string, receive: (text: string) => void): Promise<this> {
    const socket = this.#socket
    return new Promise((resolve, reject) => {
      socket.on('error', reject)
      socket.on('close', () => this.#end(reject))
      socket.on('message', (data) => {
        const packet = data.toString()
        if (packet.startsWith(PACKET.event)) receive(eventModel.parse(JSON.parse(packet.slice(2)))[1].body)
        else if (packet.startsWith(PACKET.answer)) this.#settle(packet)
        else if (packet === PACKET.ping) socket.send(PACKET.pong)
        else if (packet.startsWith(PACKET.open)) socket.send(`${PACKET.connect}${JSON.stringify({ userId })}`)
        else if (packet.startsWith(PACKET.connect)) resolve(this)
        else if (packet.startsWith(PACKET.refused)) reject(new Error(packet))
      })
    })
  }

  get isOpen() {
    return this.#socket.readyState === WebSocket.OPEN
  }

  send(conversationId: string, body: string): Promise<void> {
    const id = this.#next
    this.#next += 1
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#socket.send(`${PACKET.event}${id}${JSON.stringify(['message', { conversationId, body }])}`)
    })
  }

  close() {
    this.#socket.terminate()
  }

  #settle(packet: string) {
    const start = packet.indexOf('[')
    const id = Number(packet.slice(PACKET.answer.length, start))
    const [{ error }] = answerModel.parse(JSON.parse(packet.slice(start)))
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error) waiting?.reject(new Error(error))
    else waiting?.resolve()
  }

  #end(reject: (error: Error) => void) {
    const error = new Error('the connection was closed')
    reject(error)
    for (const waiting of this.#waiting.values()) waiting.reject(error)
  }
}

/** Socket.IO's protocol on a bare WebSocket. Socket.IO's own client would cost the driver more than the server. */
export function createSocketioWire(): Wire {
  const connections = new Map<string, SocketioConnection>()
  return {
    async connect(url, { id }, receive) {
      const connection = await new SocketioConnection(url).open(id, receive)
      connections.set(id, connection)
      return connection
    },
    async send({ conversationId, sender }, text) {
      const connection = connections.get(sender.id)
      if (!connection) throw new Error('the sender has no connection')
      await connection.send(conversationId, text)
    },
  }
}
