import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PRODUCT } from '#schema/product.ts'
import type { ElectronModule } from './electron.ts'

/** Started so, the app begins in the tray. */
export const HIDDEN = '--hidden'

/** Electron registers this on macOS and Windows; on Linux it is a file of the desktop's own standard. */
export function setLaunchAtLogin(
  on: boolean,
  { app, platform, program }: { app: ElectronModule['app']; platform: NodeJS.Platform; program: string },
) {
  if (platform !== 'linux') return app.setLoginItemSettings({ openAtLogin: on, args: [HIDDEN] })
  const folder = join(app.getPath('appData'), 'autostart')
  const file = join(folder, `${PRODUCT.slug}.desktop`)
  if (!on) return rmSync(file, { force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    file,
    `[Desktop Entry]\nType=Application\nName=${PRODUCT.name}\nExec="${quoted(program)}" ${HIDDEN}\nTerminal=false\n`,
  )
}

const quoted = (path: string) => path.replaceAll(/["`$\\]/g, (sign) => `\\\\${sign}`).replaceAll('%', '%%')
