/** Why the process should stop. */
export type StopReason = 'SIGTERM' | 'SIGINT' | 'SIGHUP' | 'its parent process ended'

/** The part of the process that stop requests use. */
export interface SignalSource {
  readonly ppid: number
  on(signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP', listener: () => void): unknown
}

/**
 * A signal that follows the first one sooner than this, in milliseconds, is a copy of it: on Ctrl+C the terminal signals
 * npm and the server, and npm then forwards its signal to the server.
 */
const COPY_WITHIN = 1_000

/** How often the parent process is looked at, in milliseconds. */
const LOOK_EVERY = 500

/**
 * Calls `stop` at the first request to stop, and `force` at a later SIGTERM or SIGINT. A closed terminal (SIGHUP) requests
 * a stop too. With `watchParent`, so does the end of the parent process: a shell between npm and the server does not
 * forward signals, and neither does a killed npm.
 */
export function onStopRequest({
  stop,
  force,
  watchParent,
  source = process,
  monotonic = () => performance.now(),
}: {
  stop(reason: StopReason): void
  force(): void
  watchParent: boolean
  source?: SignalSource
  monotonic?(): number
}): void {
  let requestedAt: number | null = null
  const request = (reason: StopReason) => {
    if (requestedAt !== null) return false
    requestedAt = monotonic()
    stop(reason)
    return true
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    source.on(signal, () => {
      if (!request(signal) && requestedAt !== null && monotonic() - requestedAt >= COPY_WITHIN) force()
    })
  }
  source.on('SIGHUP', () => void request('SIGHUP'))
  if (watchParent) watchParentOf(source, () => void request('its parent process ended'))
}

/** Calls `gone` once the parent process has ended: the system then gives the process another parent. */
function watchParentOf(source: SignalSource, gone: () => void) {
  const parent = source.ppid
  const timer = setInterval(() => {
    if (source.ppid === parent) return
    clearInterval(timer)
    gone()
  }, LOOK_EVERY)
  timer.unref()
}
