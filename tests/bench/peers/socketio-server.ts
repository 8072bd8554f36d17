/**
 * Peer: Socket.IO 4 with the Redis adapter and one prepared INSERT for each message, on one node or on several. It checks
 * that the sender is a member of the conversation. Sessions are left out.
 */
import { createServer } from 'node:http'
import { createAdapter } from '@socket.io/redis-adapter'
import { Redis } from 'ioredis'
import pg from 'pg'
import { type DefaultEventsMap, Server } from 'socket.io'

interface Message {
  id: string
  conversationId: string
  senderId: string
  body: string
  createdAt: Date
}

interface Received {
  conversationId: string
  body: string
}

type Answer = Message | { error: string }

interface FromClient {
  message(message: Partial<Received> | undefined, answer: (result: Answer) => void): void
}

interface ToClient {
  message(message: Message): void
}

interface SocketData {
  userId: string
  /** The partner in each conversation. */
  partners: Map<string, string>
}

const PARTNERS = {
  name: 'partners',
  text: `SELECT id::text, (CASE WHEN first_id = $1 THEN second_id ELSE first_id END)::text AS partner FROM conversation
    WHERE first_id = $1 OR second_id = $1`,
}
const INSERT = {
  name: 'insert-message',
  text: `INSERT INTO message (conversation_id, sender_id, body) VALUES ($1, $2, $3)
    RETURNING id, conversation_id AS "conversationId", sender_id AS "senderId", body, created_at AS "createdAt"`,
}

const { DATABASE_URL, REDIS_URL } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 16 })
const http = createServer()
const io = new Server<FromClient, ToClient, DefaultEventsMap, SocketData>(http, {
  transports: ['websocket'],
  serveClient: false,
  ...(REDIS_URL ? { adapter: redisAdapter(REDIS_URL) } : {}),
})

function redisAdapter(url: string) {
  const publisher = new Redis(url)
  return createAdapter(publisher, publisher.duplicate())
}

io.use(async (socket, next) => {
  try {
    const userId = String(socket.handshake.auth.userId)
    const { rows } = await pool.query<{ id: string; partner: string }>({ ...PARTNERS, values: [userId] })
    socket.data = { userId, partners: new Map(rows.map((row) => [row.id, row.partner])) }
    next()
  } catch (error) {
    next(error instanceof Error ? error : new Error(String(error)))
  }
})

io.on('connection', (socket) => {
  const { userId, partners } = socket.data
  void socket.join(`user:${userId}`)
  socket.on('message', async ({ conversationId = '', body } = {}, answer) => {
    const partner = partners.get(conversationId)
    if (!partner || typeof body !== 'string' || body.length > 4_000) return answer({ error: 'refused' })
    try {
      const { rows } = await pool.query<Message>({ ...INSERT, values: [conversationId, userId, body] })
      const [message] = rows
      if (!message) throw new Error('nothing was stored')
      io.to(`user:${partner}`).emit('message', message)
      answer(message)
    } catch (error) {
      answer({ error: String(error) })
    }
  })
})

http.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  const address = http.address()
  const port = typeof address === 'object' ? address?.port : undefined
  process.stdout.write(`http://127.0.0.1:${port} is ready.\n`)
})
