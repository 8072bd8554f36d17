import type { Redis } from 'ioredis'

export interface Watch {
  stop(): void
}

/** How often Redis is asked for a sign of life, and how many checks in a row may pass without one. */
const CHECK_EVERY = 200
const MAX_SILENT_CHECKS = 5

/**
 * Breaks the connection of a Redis that hangs: it answers nothing, and its connection stays open. What was asked of it
 * fails then, and the client connects again until something answers. Checks are counted, not time: a stall of our own
 * process passes no check, and the answers that waited are read before the next one.
 */
export function cutWhenSilent(client: Redis): Watch {
  let silentChecks = 0
  let watched: object | null = null
  let answered = true

  function ask() {
    answered = false
    const stream = client.stream
    const done = () => {
      if (client.stream === stream) answered = true
    }
    // A failure is an answer too, or the end of the connection, which is the client's own business.
    client.ping().then(done, done)
  }

  const timer = setInterval(() => {
    const isNew = client.stream !== watched
    watched = client.stream
    if (isNew || (client.status !== 'ready' && client.status !== 'connect')) {
      silentChecks = 0
      answered = true
    } else if (client.status === 'ready' && answered) {
      silentChecks = 0
      ask()
    } else {
      silentChecks += 1
      // Also while the handshake waits: a hung Redis accepts connections, too.
      if (silentChecks >= MAX_SILENT_CHECKS)
        client.stream.destroy(new Error('Connection is closed: Redis does not answer'))
    }
  }, CHECK_EVERY)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
