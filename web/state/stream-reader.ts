import { createParser } from 'eventsource-parser'
import { TIMING } from '#schema/limits.ts'
import { streamAddress } from '../data/addresses.ts'

/** A server that has said nothing for so long, not even a heartbeat, is no longer at the other end. */
const SILENCE = 3 * TIMING.streamHeartbeat

export interface StreamEvent {
  id: string | null
  event: string
  data: string
}

export interface StreamReaderDeps {
  fetch: typeof fetch
  /** Loads what the events are read with: one that could not be read would be lost, as its id counts as seen. */
  prepare(): Promise<unknown>
  token(): string | null
  /** The id to go on after. */
  lastId(): string | null
  onEvent(event: StreamEvent): void
  /** The session has ended: there is nothing to reconnect to. */
  onUnauthorized(): void
}

/** Holds the connection open, again and again after a pause, until the signal says that it is enough. */
export async function readStream(deps: StreamReaderDeps, userId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const next = await connect(deps, userId, signal).catch(() => 'again' as const)
    if (next === 'over') return
    await pause(TIMING.streamReconnect, signal)
  }
}

async function connect(
  deps: StreamReaderDeps,
  userId: string,
  signal: AbortSignal,
): Promise<'again' | 'over'> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE)
  try {
    await deps.prepare()
    const response = await deps.fetch(streamAddress(userId, deps.lastId()), {
      signal: AbortSignal.any([signal, silence.signal]),
      credentials: 'include',
      headers: { Authorization: `Bearer ${deps.token() ?? ''}`, Accept: 'text/event-stream' },
    })
    if (response.status === 401) {
      deps.onUnauthorized()
      return 'over'
    }
    if (!response.ok || !response.body) return 'again'
    const parser = createParser({
      onEvent: ({ id, event, data }) => deps.onEvent({ id: id ?? null, event: event ?? 'message', data }),
    })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done || signal.aborted) return 'again'
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE)
      parser.feed(value)
    }
  } finally {
    clearTimeout(timer)
  }
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
