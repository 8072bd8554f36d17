import { TIMING } from '#schema/limits.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'

/** Streams that are opened together share their look-ups. More would hold up the other requests of this node. */
const BATCH = 64
/** Batches at a time. With more, the messages of other members wait longer while thousands of clients return. */
const BATCHES = 1
/** The least time between the starts of two batches, in milliseconds: streams that arrive within it share a batch. */
const PACE = 10
/** Streams that may wait, a few seconds of openings. */
const MAX_WAITING = 16_384
/** A batch that takes longer no longer holds up the next one, in milliseconds. */
const PATIENCE = 1_000

export interface AdmissionOptions {
  batch?: number
  batches?: number
  maxWaiting?: number
  pace?: number
  patience?: number
}

/** A place in a batch. */
export interface Place {
  /** Frees the place. Call once. */
  leave(): void
}

export interface Admission {
  /** Resolves when the stream may be opened, in the order of the calls. @throws ApiError UNAVAILABLE when too many wait */
  enter(): Promise<Place>
}

/** Returns the error of a node that opens no more streams now. */
export const busy = () =>
  new ApiError('UNAVAILABLE', text('Live updates are busy. Please try again in a moment.'), {
    retryAfterSeconds: TIMING.streamReconnect / 1_000,
  })

/**
 * Opens streams in batches, so a node that thousands of clients return to can answer other requests between two batches. A
 * lone stream does not wait.
 */
export function createAdmission({
  batch: size = BATCH,
  batches = BATCHES,
  maxWaiting = MAX_WAITING,
  pace = PACE,
  patience = PATIENCE,
}: AdmissionOptions = {}): Admission {
  const waiting: ((place: Place) => void)[] = []
  let running = 0
  let isScheduled = false
  let isPausing = false

  /** Starts after the input of this turn of the event loop, which may bring more streams. */
  function schedule() {
    if (isScheduled) return
    isScheduled = true
    setImmediate(start)
  }

  function pause() {
    isPausing = true
    setTimeout(() => {
      isPausing = false
      schedule()
    }, pace)
  }

  function start() {
    isScheduled = false
    if (waiting.length === 0 || running >= batches || isPausing) return
    pause()
    const admitted = waiting.splice(0, size)
    running += 1
    const place = createPlaces(admitted.length, patience, () => {
      running -= 1
      schedule()
    })
    for (const admit of admitted) admit(place)
  }

  return {
    enter() {
      if (waiting.length >= maxWaiting) return Promise.reject(busy())
      schedule()
      return new Promise((resolve) => waiting.push(resolve))
    },
  }
}

/** Calls `end` once, when all places have been left or the time is over. */
function createPlaces(count: number, patience: number, end: () => void): Place {
  let left = count
  let hasEnded = false
  function endOnce() {
    clearTimeout(timer)
    if (!hasEnded) end()
    hasEnded = true
  }
  const timer = setTimeout(endOnce, patience)
  return {
    leave() {
      left -= 1
      if (left === 0) endOnce()
    },
  }
}
