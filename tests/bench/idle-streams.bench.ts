/**
 * Memory of an idle stream, by RSS, beside a bare node:http server that sends the same bytes, and beside our own streams
 * when node:http serves them (a stream that is not the first request of its connection). Each server and its
 * clients run in processes of their own; the figure is taken after garbage collection and a round of heartbeats.
 * Sessions come from memory here: what the account cache holds for a person is not counted.
 *
 *   node tests/bench/idle-streams.bench.ts [streams ...]
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import * as z from 'zod'

const SIZES = [5_000, 19_700]
const answerModel = z.object({ port: z.number().optional(), rss: z.number().optional() })

const start = (file: string, ...args: string[]) =>
  fork(resolve(import.meta.dirname, file), args, { execArgv: ['--expose-gc'] })

async function answerOf(child: ChildProcess) {
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('a process of the benchmark ended early'))),
  ])
  return answerModel.parse(answer)
}

async function ask(child: ChildProcess, question: string) {
  const answer = answerOf(child)
  child.send(question)
  return answer
}

/** Kilobytes a stream. */
async function measure(kind: string, streams: number): Promise<number> {
  const server = start('idle-stream-server.ts', kind)
  const { port } = await answerOf(server)
  const clients = start('idle-stream-clients.ts', String(port))
  try {
    // Leaves out the code and caches that the first streams load.
    await ask(clients, '200')
    const { rss: before = 0 } = await ask(server, 'measure')
    await ask(clients, String(streams))
    const { rss: after = 0 } = await ask(server, 'measure')
    return (after - before) / streams / 1024
  } finally {
    const ended = Promise.all([once(server, 'exit'), once(clients, 'exit')])
    server.kill()
    clients.kill()
    await ended
  }
}

const sizes = process.argv.slice(2).map(Number)
for (const size of sizes.length > 0 ? sizes : SIZES) {
  const bare = await measure('bare', size)
  const ours = await measure('rapport', size)
  const fallback = await measure('fallback', size)
  const figures = `bare ${bare.toFixed(1)} KB, rapport ${ours.toFixed(1)} KB, ratio ${(ours / bare).toFixed(3)}, through node:http ${fallback.toFixed(1)} KB`
  process.stdout.write(`${size} idle streams: ${figures}\n`)
}
