import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PRODUCT } from '#schema/product.ts'
import type { ElectronModule } from './electron.ts'

/** With this argument the app starts in the tray. */
const HIDDEN = '--hidden'

interface Program {
  app: ElectronModule['app']
  platform: NodeJS.Platform
  program: string
}

/** Turns the launch at login on or off: through Electron on macOS and Windows, by an autostart file on Linux. */
export function setLaunchAtLogin(on: boolean, { app, platform, program }: Program) {
  // Only Windows supports arguments.
  if (platform === 'win32') return app.setLoginItemSettings({ openAtLogin: on, args: [HIDDEN] })
  if (platform !== 'linux') return app.setLoginItemSettings({ openAtLogin: on })
  const file = entryOf(app)
  if (!on) return rmSync(file, { force: true })
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(
    file,
    `[Desktop Entry]\nType=Application\nName=${PRODUCT.name}\n${execLine(program)}\nTerminal=false\n`,
  )
}

/**
 * Updates the program's path in the autostart file, because an update may move an AppImage. Keeps the other lines.
 */
export function renewLaunchAtLogin({ app, platform, program }: Program) {
  const file = entryOf(app)
  if (platform !== 'linux' || !existsSync(file)) return
  const entry = readFileSync(file, 'utf8')
  const renewed = entry.replace(/^Exec=.*$/m, () => execLine(program))
  if (renewed !== entry) writeFileSync(file, renewed)
}

/** Returns whether the app was launched at login. macOS passes no argument and reports it in the login settings. */
export const wasLaunchedAtLogin = (
  app: ElectronModule['app'],
  platform: NodeJS.Platform,
  argv: readonly string[],
) => argv.includes(HIDDEN) || (platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin)

const entryOf = (app: ElectronModule['app']) =>
  join(app.getPath('appData'), 'autostart', `${PRODUCT.slug}.desktop`)
const execLine = (program: string) => `Exec="${quoted(program)}" ${HIDDEN}`
/** Escapes for quotes, then every backslash for a string (Desktop Entry Specification, "The Exec key"). */
const quoted = (path: string) =>
  path
    .replaceAll(/["`$\\]/g, (sign) => `\\${sign}`)
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
