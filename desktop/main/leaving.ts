import type { ElectronModule } from './electron.ts'

/**
 * Milliseconds within which the last requests of a closed page reach the main process. They travel on another channel
 * than the close event, and a busy machine delays them.
 */
const ARRIVAL = 1_000
/** Milliseconds that a quit waits for the server to answer these requests. */
const PATIENCE = 2_000

const delay = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

export interface Leaving {
  /** Whether the app is quitting. A window that closes then does not hide to the tray. */
  begun(): boolean
  /** Marks the app as quitting before an update closes its windows. */
  begin(): void
  /** Reverts `begin` after a failed update. Does not stop a quit. */
  cancel(): void
  /** Quits, and calls `last` once the pages are closed and the server has their last requests. */
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

  async function waitForRequests() {
    await delay(ARRIVAL)
    await Promise.race([settled(), delay(PATIENCE)]).catch(() => undefined)
    phase = 'heard'
    last()
    // Electron ignores `quit` until the will-quit event has returned (browser.cc), so this call must come later.
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
    void waitForRequests()
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
