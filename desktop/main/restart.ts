import type { ElectronModule } from './electron.ts'
import type { Leaving } from './leaving.ts'

/** How to restart into the version that was downloaded. */
export function restartInto(
  install: () => boolean,
  {
    app,
    platform,
    program,
    leaving,
  }: { app: ElectronModule['app']; platform: NodeJS.Platform; program: string; leaving: Leaving },
): () => void {
  if (platform !== 'linux')
    return () => {
      // On macOS the windows are closed before the app is told to quit.
      leaving.begin()
      install()
    }
  // An AppImage starts the new program at once: by then nobody else may be the one instance, nor use its data.
  return () =>
    leaving.quitThen(() => {
      app.releaseSingleInstanceLock()
      if (!install()) app.relaunch({ execPath: program, args: [] })
    })
}
