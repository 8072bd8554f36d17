import type { AddressInfo } from 'node:net'
import { createStreamServer, type StreamWay } from './stream-server.ts'
import { createTestLive } from './test-live.ts'
import { createTestStreams, type StreamChanges } from './test-streams.ts'

/** The endpoint on a bare server: `Authorization` names the member. */
export async function startStreamEndpoint(
  more: StreamChanges = {},
  /** Runs while a stream is being opened. */
  opening: () => Promise<void> = async () => undefined,
  way: StreamWay = 'a bare socket',
) {
  const errors: unknown[] = []
  const calls: string[] = []
  const live = createTestLive({ onFailure: (error) => errors.push(error) })
  const presenceTracker = {
    async streamOpened(userId: string, interests: readonly string[]) {
      calls.push(`came ${userId} ${interests}`)
      await opening()
    },
    streamClosed: (userId: string) => void calls.push(`left ${userId}`),
  }
  const handler = createTestStreams({ live, presenceTracker }, (error) => errors.push(error), {
    admit: async (userId) => void calls.push(`admitted ${userId}`),
    revalidate: async ({ userId }) => void calls.push(`confirmed ${userId}`),
    ...more,
  })
  const server = createStreamServer(handler, way)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    async stop() {
      handler.closeAll()
      handler.destroySockets()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await live[Symbol.asyncDispose]()
    },
    handler,
    live,
    errors,
    calls,
    url,
    ask: (path = '/subscribe/ann', headers: HeadersInit = { Authorization: 'ann' }, method = 'GET') =>
      fetch(`${url}${path}`, { headers, method }),
  }
}

/** Reads a stream until the text has arrived. */
export function readerOf({ body }: Response) {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    text: () => text,
    close: () => reader?.cancel(),
    async until(wanted: string) {
      while (!text.includes(wanted)) {
        const { done, value } = (await reader?.read()) ?? { done: true }
        if (done) throw new Error(`the stream ended before ${wanted}: ${text}`)
        text += value
      }
      return text
    },
    async end() {
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true }
        if (done) return text
        text += value
      }
    },
  }
}
