import { setTimeout as delay } from 'node:timers/promises'
import type { ElectronModule } from './electron.ts'

/**
 * How long the requests of a closed page take at most to reach the main process: a page sends them as it closes, on
 * another channel than the one that reports the closing.
 */
const ARRIVAL = 250
/** How long a quit waits for the server to answer them. */
const PATIENCE = 2_000

export interface Leaving {
  /** Whether the app is quitting: a window that closes then is not kept in the tray. */
  begun(): boolean
  /** The app closes its windows for an update. */
  begin(): void
  /** The update failed: the app stays, unless it is quitting anyway. */
  cancel(): void
  /** Quits, and calls `last` once the pages are gone and the server has their last requests. */
  quitThen(last: () => void): void
}

/** Quits the app once the server has received what the pages send while they close. */
export function createLeaving({
  electron: { app, powerMonitor },
  settled,
}: {
  electron: Pick<ElectronModule, 'app' | 'powerMonitor'>
  settled(): Promise<void>
}): Leaving {
  let quitting = false
  let updating = false
  let phase: 'running' | 'waiting' | 'heard' = 'running'
  let last: () => void = () => undefined
  const noteQuit = () => {
    quitting = true
  }

  async function hear() {
    await delay(ARRIVAL)
    await Promise.race([settled(), delay(PATIENCE)]).catch(() => undefined)
    phase = 'heard'
    last()
    // Within will-quit this call would be lost: Electron ignores `quit` until the event has returned (browser.cc).
    app.quit()
  }

  app.on('before-quit', noteQuit)
  powerMonitor.on('shutdown', noteQuit)
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', (event) => {
    if (phase === 'heard') return
    event.preventDefault()
    if (phase === 'waiting') return
    phase = 'waiting'
    void hear()
  })
  return {
    begun: () => quitting || updating,
    begin() {
      updating = true
    },
    cancel() {
      updating = false
    },
    quitThen(then) {
      last = then
      app.quit()
    },
  }
}
