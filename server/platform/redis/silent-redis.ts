import type { Redis } from 'ioredis'
import { startTimer } from '#server/platform/metrics/start-timer.ts'

export interface Watch {
  stop(): void
}

/** The interval of checks in milliseconds, and how many in a row may find no response. */
const CHECK_EVERY = 200
const MAX_SILENT_CHECKS = 5

/**
 * Destroys the connection of a Redis that hangs: it does not respond, and its connection stays open. Pending commands
 * then fail, and the client reconnects until Redis responds. Checks are counted instead of time, because a stall of our
 * own process runs no check, and reads the waiting responses before the next one.
 *
 * `onRoundTrip` receives how long Redis took to answer a check.
 */
export function cutWhenSilent(
  client: Redis,
  onRoundTrip: (seconds: number) => void = () => undefined,
): Watch {
  let silentChecks = 0
  let watched: object | null = null
  let answered = true

  function ping() {
    answered = false
    const stream = client.stream
    const seconds = startTimer()
    const done = () => {
      if (client.stream === stream) answered = true
    }
    // A failure is a response too, or the end of the connection, which the client handles.
    client.ping().then(() => {
      onRoundTrip(seconds())
      done()
    }, done)
  }

  const timer = setInterval(() => {
    const isNew = client.stream !== watched
    watched = client.stream
    if (isNew || (client.status !== 'ready' && client.status !== 'connect')) {
      silentChecks = 0
      answered = true
    } else if (client.status === 'ready' && answered) {
      silentChecks = 0
      ping()
    } else {
      silentChecks += 1
      // This includes an unfinished handshake, because a Redis that hangs still accepts connections.
      if (silentChecks >= MAX_SILENT_CHECKS)
        client.stream.destroy(new Error('Connection is closed: Redis does not answer'))
    }
  }, CHECK_EVERY)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
