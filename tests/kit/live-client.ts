import type { LiveSink } from '#server/domains/live/index.ts'

export interface TestClient extends LiveSink {
  readonly frames: { id: string | null; event: string; data: Record<string, unknown> }[]
  closed: boolean
  /** The last event id, as a browser remembers it. */
  lastId: string | null
  events(event: string): TestClient['frames']
}

/** The client's end of a live connection, without HTTP. */
export function createTestClient(drained?: LiveSink['drained']): TestClient {
  return {
    frames: [],
    closed: false,
    lastId: null,
    send(frame) {
      if (this.closed) throw new Error('a frame was sent after the end')
      const id = /^id: (.+)$/m.exec(frame)?.[1] ?? null
      if (id) this.lastId = id
      this.frames.push({
        id,
        event: /^event: (.+)$/m.exec(frame)?.[1] ?? '',
        data: JSON.parse(/^data: (.+)$/m.exec(frame)?.[1] ?? '{}'),
      })
    },
    ...(drained ? { drained } : {}),
    close() {
      this.closed = true
    },
    events(event) {
      return this.frames.filter((frame) => frame.event === event)
    },
  }
}
