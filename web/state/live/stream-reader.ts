import { createParser } from 'eventsource-parser'
import { TIMING } from '#schema/limits.ts'
import { STREAM_HEADER } from '#schema/stream-id.ts'
import { streamAddress } from '../../data/addresses.ts'

/** Milliseconds without data after which the connection counts as dead: two heartbeats are missing. */
const SILENCE = 2 * TIMING.streamHeartbeat
/**
 * Milliseconds without data after which a page that wakes up replaces the connection: one heartbeat is missing or
 * very late. Timers are late after sleep.
 */
const QUIET = TIMING.streamHeartbeat + 2_500

export interface StreamEvent {
  id: string | null
  event: string
  data: string
}

/** `doubtful`: replace the connection even if it delivered data a moment ago. */
export interface Wake {
  doubtful: boolean
}

export interface StreamReaderDeps {
  fetch: typeof fetch
  /**
   * Loads the event models before the first event: an event that cannot be parsed is lost, because its id counts as
   * seen.
   */
  prepare(): Promise<unknown>
  token(): string | null
  /** Returns a name for the stream of the next attempt to connect. */
  nameStream(): string
  /** The id of the last event received. The server replays the events after it. */
  lastId(): string | null
  onEvent(event: StreamEvent): void
  /** Reports each comment, which the server sends as a heartbeat. */
  onHeartbeat(): void
  /** Reports each connection that opens, and each attempt that fails. */
  onConnected(isConnected: boolean): void
  /** Calls the listener when the connection may have changed. Returns a function that stops listening. */
  onWake(listener: (wake: Wake) => void): () => void
  /** Decides what a refusal with 401 means. */
  onRefused(): Promise<'again' | 'over'>
}

/** Keeps the stream connected until the signal aborts. Reconnects after a pause. */
export async function readStream(deps: StreamReaderDeps, userId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const outcome = await connect(deps, userId, signal).catch(() => 'failed' as const)
    if (outcome === 'over') return
    if (outcome === 'failed' && !signal.aborted) deps.onConnected(false)
    if (outcome !== 'woken') await pause(deps, TIMING.streamReconnect, signal)
  }
}

/** Resolves with `ended` when an open connection ended, and with `woken` when it must be replaced at once. */
async function connect(
  deps: StreamReaderDeps,
  userId: string,
  signal: AbortSignal,
): Promise<'ended' | 'failed' | 'over' | 'woken'> {
  const silence = createSilence(deps)
  let isOpen = false
  try {
    await deps.prepare()
    const response = await deps.fetch(streamAddress(userId, deps.lastId()), {
      signal: AbortSignal.any([signal, silence.signal]),
      credentials: 'include',
      headers: {
        Authorization: `Bearer ${deps.token() ?? ''}`,
        Accept: 'text/event-stream',
        [STREAM_HEADER]: deps.nameStream(),
      },
    })
    if (response.status === 401 || response.status === 403)
      return (await deps.onRefused()) === 'over' ? 'over' : 'failed'
    if (!response.ok || !response.body) return 'failed'
    isOpen = true
    deps.onConnected(true)
    const parser = createParser({
      onEvent: ({ id, event, data }) => deps.onEvent({ id: id ?? null, event: event ?? 'message', data }),
      onComment: deps.onHeartbeat,
    })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done || signal.aborted) return 'ended'
      silence.heard()
      parser.feed(value)
    }
  } catch {
    if (silence.wasWoken()) return 'woken'
    return isOpen ? 'ended' : 'failed'
  } finally {
    silence.stop()
  }
}

/** Aborts a connection that delivers no data. */
function createSilence(deps: Pick<StreamReaderDeps, 'onWake'>) {
  const aborter = new AbortController()
  const abort = () => aborter.abort()
  let heardAt = Date.now()
  let woken = false
  let timer = setTimeout(abort, SILENCE)
  const stopWaking = deps.onWake(({ doubtful }) => {
    if (!doubtful && Date.now() - heardAt <= QUIET) return
    woken = true
    abort()
  })
  return {
    signal: aborter.signal,
    wasWoken: () => woken,
    heard() {
      heardAt = Date.now()
      clearTimeout(timer)
      timer = setTimeout(abort, SILENCE)
    },
    stop() {
      clearTimeout(timer)
      stopWaking()
    },
  }
}

const pause = (deps: Pick<StreamReaderDeps, 'onWake'>, milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      stopWaking()
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    const stopWaking = deps.onWake(end)
    signal.addEventListener('abort', end)
  })
