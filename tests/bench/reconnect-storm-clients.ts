/**
 * The stream clients of `reconnect-storm.ts`, in a process of their own. They reconnect like the web app: after a pause of
 * `streamReconnect`, with the id of their last event.
 */
import { connect } from 'node:net'
import * as z from 'zod'
import { TIMING } from '#schema/limits.ts'

const startModel = z.object({
  port: z.number(),
  members: z.array(z.object({ id: z.string(), token: z.string() })),
})

interface Client {
  readonly id: string
  readonly token: string
  lastId: string | null
  isReady: boolean
  resyncs: number
  readonly texts: string[]
}

const AT_ONCE = 100
const clients: Client[] = []
let port = 0
let lost = 0

function open(client: Client): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    let rest = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      const frames = (rest + chunk).split('\n\n')
      rest = frames.pop() ?? ''
      for (const frame of frames) read(client, frame)
      if (client.isReady) resolve()
    })
    socket.on('error', () => undefined)
    socket.once('close', () => {
      client.isReady = false
      lost += 1
      resolve()
      setTimeout(() => void open(client), TIMING.streamReconnect)
    })
    const resume = client.lastId ? `Last-Event-ID: ${client.lastId}\r\n` : ''
    socket.write(
      `GET /subscribe/${client.id} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n${resume}` +
        `Authorization: Bearer ${client.token}\r\n\r\n`,
    )
  })
}

function read(client: Client, frame: string) {
  client.lastId = /^id: (.+)$/m.exec(frame)?.[1] ?? client.lastId
  if (frame.includes('event: ready')) client.isReady = true
  if (frame.includes('event: resync')) client.resyncs += 1
  const text = /"message":"(storm [^"]+)"/.exec(frame)?.[1]
  if (text) client.texts.push(text)
}

async function start(given: unknown) {
  const { port: given_, members } = startModel.parse(given)
  port = given_
  for (const member of members)
    clients.push({ ...member, lastId: null, isReady: false, resyncs: 0, texts: [] })
  const left = [...clients]
  const worker = async () => {
    for (let client = left.pop(); client; client = left.pop()) await open(client)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

const report = () => ({
  ready: clients.filter(({ isReady }) => isReady).length,
  lost,
  resyncs: clients.reduce((sum, { resyncs }) => sum + resyncs, 0),
})
const received = () => ({
  texts: Object.fromEntries(
    clients.filter(({ texts }) => texts.length > 0).map(({ id, texts }) => [id, texts]),
  ),
})

process.on('message', (question) => {
  if (question === 'report') process.send?.(report())
  else if (question === 'received') process.send?.(received())
  else void start(question).then(() => process.send?.(report()))
})
