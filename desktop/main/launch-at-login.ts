import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PRODUCT } from '#schema/product.ts'
import type { ElectronModule } from './electron.ts'

/** Started so, the app begins in the tray. */
const HIDDEN = '--hidden'

interface Program {
  app: ElectronModule['app']
  platform: NodeJS.Platform
  program: string
}

/** Electron registers this on macOS and Windows; on Linux it is a file of the desktop's own standard. */
export function setLaunchAtLogin(on: boolean, { app, platform, program }: Program) {
  // Only Windows hands arguments on.
  if (platform === 'win32') return app.setLoginItemSettings({ openAtLogin: on, args: [HIDDEN] })
  if (platform !== 'linux') return app.setLoginItemSettings({ openAtLogin: on })
  const file = entryOf(app)
  if (!on) return rmSync(file, { force: true })
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(
    file,
    `[Desktop Entry]\nType=Application\nName=${PRODUCT.name}\n${starting(program)}\nTerminal=false\n`,
  )
}

/** An update can have moved an AppImage. Whatever else stands in the entry by now, the desktop's own tools have put there. */
export function renewLaunchAtLogin({ app, platform, program }: Program) {
  const file = entryOf(app)
  if (platform !== 'linux' || !existsSync(file)) return
  const entry = readFileSync(file, 'utf8')
  const renewed = entry.replace(/^Exec=.*$/m, () => starting(program))
  if (renewed !== entry) writeFileSync(file, renewed)
}

/** macOS hands no argument on, and says so itself. */
export const wasLaunchedAtLogin = (
  app: ElectronModule['app'],
  platform: NodeJS.Platform,
  argv: readonly string[],
) => argv.includes(HIDDEN) || (platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin)

const entryOf = (app: ElectronModule['app']) =>
  join(app.getPath('appData'), 'autostart', `${PRODUCT.slug}.desktop`)
const starting = (program: string) => `Exec="${quoted(program)}" ${HIDDEN}`
/** Escapes for quotes, then every backslash for a string (Desktop Entry Specification, "The Exec key"). */
const quoted = (path: string) =>
  path
    .replaceAll(/["`$\\]/g, (sign) => `\\${sign}`)
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
