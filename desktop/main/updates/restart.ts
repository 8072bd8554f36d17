import type { ElectronModule } from '../electron.ts'
import type { Leaving } from '../leaving.ts'
import type { Install } from './updates.ts'

/** Returns a function that restarts into the version that was downloaded. */
export function restartInto(
  install: Install,
  {
    app,
    platform,
    program,
    leaving,
  }: { app: ElectronModule['app']; platform: NodeJS.Platform; program: string; leaving: Leaving },
): () => void {
  if (platform !== 'linux')
    return () => {
      // On macOS the update closes the windows before it quits the app.
      leaving.begin()
      // The installation may still fail long after this call, when the system has checked the signature.
      if (!install(leaving.cancel)) leaving.cancel()
    }
  // An AppImage starts the new program at once, and by then no other process may hold the lock or the data.
  return () =>
    leaving.quitThen(() => {
      app.releaseSingleInstanceLock()
      if (!install()) app.relaunch({ execPath: program, args: [] })
    })
}
