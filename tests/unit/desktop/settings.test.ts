import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MAX_SERVERS } from '#schema/desktop.ts'
import { openSettings } from '../../../desktop/main/settings.ts'

const SERVER = 'https://rapport.test'
const DEFAULTS = {
  hideMessageText: false,
  launchAtLogin: false,
  closeToTray: true,
  serverAddress: SERVER,
  servers: [SERVER],
  bounds: null,
  zoomLevel: 0,
  mutedUntil: null,
  trayExplained: false,
  language: null,
}
const BOUNDS = { x: -10, y: 0, width: 640, height: 480, maximized: false }

describe('the settings file of the desktop app', () => {
  let home: string
  let file: string
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'rapport-settings-'))
    file = join(home, 'data', 'settings.json')
  })
  afterEach(() => rmSync(home, { recursive: true, force: true }))
  function openWith(content: string) {
    const path = join(home, 'kept.json')
    writeFileSync(path, content)
    return openSettings(path, SERVER).get()
  }

  it('appears with its folder at the first change, and is read at the next start', () => {
    const settings = openSettings(file, SERVER)
    expect([settings.get(), existsSync(file)]).toEqual([DEFAULTS, false])
    const changed = { ...DEFAULTS, bounds: BOUNDS, zoomLevel: -4, mutedUntil: 5, trayExplained: true }
    expect(settings.change(changed)).toEqual(changed)
    expect(openSettings(file, 'https://other.test').get()).toEqual(changed)
    settings.change({ zoomLevel: 6 })
    expect(openSettings(file, SERVER).get().zoomLevel).toBe(6)
    expect(existsSync(`${file}.new`)).toBe(false)
    expect(readFileSync(file, 'utf8')).toContain('\n  "zoomLevel": 6')
  })

  it.each(['', 'nonsense', 'null', '[]', '7', '{"zoomLevel":'])('containing %j is ignored', (content) =>
    expect(openWith(content)).toEqual(DEFAULTS),
  )

  it.each([
    { zoomLevel: -4.5 },
    { zoomLevel: 6.5 },
    { zoomLevel: null },
    { mutedUntil: 'tomorrow' },
    { trayExplained: 1 },
    { language: 'xx' },
    { bounds: { ...BOUNDS, x: 0.5 } },
    { bounds: { ...BOUNDS, width: 0 } },
    { bounds: { ...BOUNDS, height: 0 } },
    { bounds: { ...BOUNDS, maximized: undefined } },
  ])('loses only the invalid value %j', (odd) => {
    expect(openWith(JSON.stringify({ ...odd, closeToTray: false }))).toEqual({
      ...DEFAULTS,
      closeToTray: false,
    })
  })

  it('lists the open server first, and drops the last one that does not fit', () => {
    const servers = Array.from({ length: MAX_SERVERS }, (_, index) => `https://server-${index}.test`)
    const settings = openSettings(file, SERVER)
    expect(settings.change({ servers }).servers).toEqual([SERVER, ...servers.slice(0, -1)])
    expect(settings.change({ serverAddress: servers[3] ?? '' }).servers).toEqual([
      servers[3],
      SERVER,
      ...servers.slice(0, 3),
      ...servers.slice(4, -1),
    ])
  })

  it('passes the new and the old settings to each listener', () => {
    const settings = openSettings(file, SERVER)
    const heard: unknown[] = []
    settings.onChange((now, before) => heard.push([now.zoomLevel, before.zoomLevel]))
    settings.change({ zoomLevel: 1 })
    settings.change({ zoomLevel: 2 })
    expect(heard).toEqual([
      [1, 0],
      [2, 1],
    ])
  })
})
