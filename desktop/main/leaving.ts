import type { ElectronModule } from './electron.ts'

/** How long a quit waits for what the page still had to say. */
const PATIENCE = 2_000

export interface Leaving {
  /** The app is on its way out: a close is a close. */
  begun(): boolean
  begin(): void
  /** Quits, and does this once the pages are gone and heard. */
  quitThen(last: () => void): void
}

/** The way out: the pages say their farewell as they close, and the app waits until the server has heard it. */
export function createLeaving({
  electron: { app, powerMonitor },
  settled,
}: {
  electron: Pick<ElectronModule, 'app' | 'powerMonitor'>
  settled(): Promise<void>
}): Leaving {
  let begun = false
  let heard = false
  let last: () => void = () => undefined
  const begin = () => {
    begun = true
  }
  app.on('before-quit', begin)
  powerMonitor.on('shutdown', begin)
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', (event) => {
    if (heard) return
    event.preventDefault()
    heard = true
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE))
    const go = () => {
      last()
      app.quit()
    }
    Promise.race([settled(), patience]).then(go, go)
  })
  return {
    begun: () => begun,
    begin,
    quitThen(then) {
      last = then
      app.quit()
    },
  }
}
