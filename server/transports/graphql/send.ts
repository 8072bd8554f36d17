import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

export interface Sender {
  /** Resolves when the whole response was sent, or the client has left. */
  send(answer: Response, response: ServerResponse): Promise<void>
  /** Ends the event streams. Their clients reconnect to another node. */
  endLasting(): void
}

/** Sends responses. The response of a subscription ends when its client leaves or the node stops. */
export function createSender(): Sender {
  const lasting = new Set<ReadableStreamDefaultReader<Uint8Array>>()
  const end = (reader: ReadableStreamDefaultReader<Uint8Array>) => void reader.cancel().catch(() => undefined)

  async function pass(reader: ReadableStreamDefaultReader<Uint8Array>, response: ServerResponse) {
    const gone = once(response, 'close')
      .catch(() => undefined)
      .then(() => end(reader))
    // A client that left before has no further `close` event.
    if (response.destroyed) return end(reader)
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      if (!response.write(value)) await Promise.race([once(response, 'drain'), gone])
    }
  }

  return {
    async send({ status, headers, body }, response) {
      response.writeHead(status, { ...Object.fromEntries(headers), 'Cache-Control': 'no-store' })
      const reader = body?.getReader()
      if (reader) {
        if (headers.get('content-type')?.startsWith('text/event-stream')) lasting.add(reader)
        await pass(reader, response).finally(() => lasting.delete(reader))
      }
      response.end()
    },
    endLasting() {
      for (const reader of lasting) end(reader)
    },
  }
}
