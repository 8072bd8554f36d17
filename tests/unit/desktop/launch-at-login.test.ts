import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setLaunchAtLogin } from '../../../desktop/main/launch-at-login.ts'
import { AppDouble } from '../../kit/electron/app.ts'

/** Reads a quoted program as the Desktop Entry Specification does: escapes of strings, then of quotes, then field codes. */
function programOf(entry: string): string | undefined {
  const [, exec = ''] = /^Exec=(.*)$/m.exec(entry) ?? []
  const text = exec.replaceAll(/\\\\/g, '\\')
  const [, quoted = ''] = /^"((?:[^"`$\\]|\\["`$\\])*)" --hidden$/.exec(text) ?? []
  return quoted.replaceAll(/\\(.)/g, '$1').replaceAll('%%', '%')
}

describe('the entry that launches the app at login on Linux', () => {
  let appData: string
  beforeEach(() => {
    appData = mkdtempSync(join(tmpdir(), 'rapport-login-'))
  })
  afterEach(() => rmSync(appData, { recursive: true, force: true }))
  function entryFor(program: string) {
    const app = new AppDouble({ appData }) as unknown as Electron.App
    setLaunchAtLogin(true, { app, platform: 'linux', program })
    return readFileSync(join(appData, 'autostart/rapport.desktop'), 'utf8')
  }

  it('starts the app as a desktop entry', () => {
    expect(entryFor('/opt/Rapport/rapport')).toBe(
      '[Desktop Entry]\nType=Application\nName=Rapport\nExec="/opt/Rapport/rapport" --hidden\nTerminal=false\n',
    )
  })

  it.each(['/opt/My Apps/rapport', '/opt/$HOME/`id`/"x"/100%/rapport', '/opt/a\\b/rapport', '/opt/a\\$b'])(
    'starts the program at %s',
    (program) => expect(programOf(entryFor(program))).toBe(program),
  )

  it('escapes special characters as in the specification’s examples', () => {
    expect(entryFor('/a$b')).toContain('Exec="/a\\\\$b"')
    expect(entryFor('/a\\b')).toContain('Exec="/a\\\\\\\\b"')
  })
})
