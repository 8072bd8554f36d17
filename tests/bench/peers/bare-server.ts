/**
 * Peer: node:http, server-sent events and grouped INSERTs, without a framework, sessions or any check. It shows what
 * Node and PostgreSQL allow.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import pg from 'pg'

interface Message {
  id: string
  conversationId: string
  senderId: string
  message: string
  createdAt: Date
}

interface Waiting {
  message: Message
  to: string
  response: ServerResponse
}

const MAX_BATCH = 500
const MAX_IN_FLIGHT = 2
const INSERT = {
  name: 'insert-messages',
  text: `INSERT INTO message (id, conversation_id, sender_id, body, created_at)
    SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[], $5::timestamptz[])`,
}

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: MAX_IN_FLIGHT })
const streams = new Map<string, ServerResponse>()
const queue: Waiting[] = []
let inFlight = 0
let scheduled = false

async function writeBatch() {
  inFlight += 1
  const batch = queue.splice(0, MAX_BATCH)
  try {
    await insert(batch.map(({ message }) => message))
    for (const waiting of batch) deliver(waiting)
  } catch (error) {
    for (const { response } of batch) response.writeHead(500).end(String(error))
  }
  inFlight -= 1
  flush()
}

const insert = (messages: readonly Message[]) =>
  pool.query({
    ...INSERT,
    values: [
      messages.map(({ id }) => id),
      messages.map(({ conversationId }) => conversationId),
      messages.map(({ senderId }) => senderId),
      messages.map(({ message }) => message),
      messages.map(({ createdAt }) => createdAt),
    ],
  })

function deliver({ message, to, response }: Waiting) {
  const text = JSON.stringify(message)
  streams.get(to)?.write(`event: new_chat_message\ndata: ${text}\n\n`)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  response.writeHead(200, headers).end(text)
}

function flush() {
  scheduled = false
  while (inFlight < MAX_IN_FLIGHT && queue.length > 0) void writeBatch()
}

function accept(text: string, response: ServerResponse) {
  const { conversationId, senderId, to, message } = JSON.parse(text)
  queue.push({
    message: { id: randomUUID(), conversationId, senderId, message, createdAt: new Date() },
    to,
    response,
  })
  if (scheduled) return
  scheduled = true
  setImmediate(flush)
}

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    const id = request.url?.slice('/subscribe/'.length) ?? ''
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(': \n\n')
    streams.set(id, response)
    response.on('close', () => streams.get(id) === response && streams.delete(id))
    return
  }
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (chunk) => {
    text += chunk
  })
  request.on('end', () => accept(text, response))
})
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  process.stdout.write(`http://127.0.0.1:${port} is ready.\n`)
})
