import { Agent, request } from 'node:http'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/local/index.ts'
import { createDataFolder } from '../kit/data-folder.ts'
import { freePort } from '../kit/redis-server.ts'
import { startServerProcess } from '../kit/server-process.ts'
import { milliseconds, percentile, say } from './figures.ts'

const PAIRS = 200
const SECONDS = 6
const IN_FLIGHT = [8, 32, 128]

/** Numbers written in letters. The message filter checks a row of digits as a phone number. */
const inWords = (figure: number) => [...String(figure)].map((digit) => 'nopqrstuvw'[Number(digit)]).join('')

interface Pair {
  conversationId: string
  sender: { id: string; token: string }
  receiver: { id: string; token: string }
}

const folder = await createDataFolder()
const port = await freePort()
const database = await startEmbeddedPostgres({ dataDir: folder.path })
const env = { PORT: String(port), DATABASE_URL: database.url, DEMO: 'off', RATE_LIMIT_FACTOR: '100000' }
const agent = new Agent({ keepAlive: true, maxSockets: 512 })

function post(
  path: string,
  token: string,
  body: unknown,
  method = 'POST',
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const payload = JSON.stringify(body)
    const call = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        agent,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        },
      },
      (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
      },
    )
    call.once('error', reject)
    call.end(payload)
  })
}

async function register(index: number, side: string): Promise<Pair['sender']> {
  const { body } = await post('/api/user', '', {
    userName: `bench-${side}-${index}@example.com`,
    password: 'Monsoon-2026',
    displayName: `Bench ${side} ${index}`,
    phone: '+919822012345',
    interests: [`bench pair ${index}`],
    gender: 'Female',
    age: 30,
    lookingFor: ['Friendship'],
  })
  const { token, user } = JSON.parse(body) as { token: string; user: { id: string } }
  return { id: user.id, token }
}

/** The receiver's stream: when each message arrived, by its text. */
function listen(
  { id, token }: Pair['receiver'],
  arrived: (text: string, at: number) => void,
): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, path: `/subscribe/${id}`, headers: { authorization: `Bearer ${token}` } },
      (response) => {
        let rest = ''
        response.on('data', (chunk) => {
          const at = performance.now()
          const lines = (rest + chunk).split('\n')
          rest = lines.pop() ?? ''
          for (const line of lines) {
            const text = /"message":"(bench [^"]+)"/.exec(line)?.[1]
            if (text) arrived(text, at)
          }
        })
        resolve(() => call.destroy())
      },
    )
    call.once('error', reject)
    call.end()
  })
}

async function measure(pairs: readonly Pair[], inFlight: number, sent: Map<string, (at: number) => void>) {
  const latencies: number[] = []
  let acknowledged = 0
  let next = 0
  const end = performance.now() + SECONDS * 1000
  const one = async () => {
    while (performance.now() < end) {
      const index = next
      next += 1
      const pair = pairs[index % pairs.length]
      if (!pair) return
      const text = `bench ${inWords(inFlight)} ${inWords(index)}`
      const start = performance.now()
      const delivered = new Promise<number>((resolve) => sent.set(text, resolve))
      const { status, body } = await post('/api/v1/message', pair.sender.token, {
        conversationId: pair.conversationId,
        message: text,
      })
      if (status !== 200) throw new Error(`sending answered ${status}: ${body}`)
      acknowledged += 1
      latencies.push((await delivered) - start)
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: inFlight }, one))
  const seconds = (performance.now() - start) / 1000
  say(
    `${inFlight} in flight: ${Math.round(acknowledged / seconds)} messages/s, POST to partner p50 ${milliseconds(percentile(latencies, 0.5))}, p99 ${milliseconds(percentile(latencies, 0.99))}`,
  )
}

async function drive() {
  const pairs: Pair[] = []
  for (let index = 0; index < PAIRS; index += 1) {
    const [sender, receiver] = await Promise.all([register(index, 'sender'), register(index, 'receiver')])
    pairs.push({ conversationId: '', sender, receiver })
  }
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('UPDATE "user" SET email_verified = true')
  await client.end()
  for (const pair of pairs) {
    await post('/api/v1/conversation', pair.sender.token, {}, 'GET')
    const { body } = await post('/api/v1/conversation', pair.receiver.token, {}, 'GET')
    pair.conversationId = (JSON.parse(body) as { id: string }).id
  }
  const sent = new Map<string, (at: number) => void>()
  const stops = await Promise.all(
    pairs.map(({ receiver }) =>
      listen(receiver, (text, at) => {
        sent.get(text)?.(at)
        sent.delete(text)
      }),
    ),
  )
  for (const inFlight of IN_FLIGHT) await measure(pairs, inFlight, sent)
  for (const stop of stops) stop()
}
const server = startServerProcess(env)
await server.ready
try {
  await drive()
} finally {
  agent.destroy()
  await server.stop()
  await database[Symbol.asyncDispose]()
  await folder.remove()
}
