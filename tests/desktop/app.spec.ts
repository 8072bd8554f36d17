import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { electronRuntime } from '../../scripts/electron-runtime.mjs'
import { test as base, expect } from '../kit/browser.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const runtime = electronRuntime()
base.skip(runtime === null, "Electron's runtime is not installed: npx install-electron")
base.skip(process.getuid?.() === 0, 'Root has no sandbox, and the app does not run without one.')

interface Launched {
  app: ElectronApplication
  page: Page
  /** Where it keeps its settings. */
  userData: string
}

/** The app as it is built, with data of its own, against the file's server. */
const test = base.extend<{ launched: Launched }>({
  launched: async ({ server }, use) => {
    const userData = await mkdtemp(join(tmpdir(), 'rapport-electron-'))
    await writeFile(join(userData, 'settings.json'), JSON.stringify({ serverAddress: server.url }))
    const app = await _electron.launch({
      executablePath: resolve(ROOT, runtime ?? ''),
      args: [resolve(ROOT, 'dist/desktop')],
      env: { ...process.env, RAPPORT_DESKTOP_DATA: userData } as Record<string, string>,
    })
    const page = await app.firstWindow()
    await use({ app, page, userData })
    await app.close()
    await rm(userData, { recursive: true, force: true })
  },
})

test('the app opens on its own scheme and reaches its server', async ({ launched }) => {
  const { page } = launched
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  expect(page.url()).toBe('rapport-app://app/')
})

test('the page has the bridge, and nothing of Node', async ({ launched }) => {
  const found = await launched.page.evaluate(() => ({
    bridge: Object.keys(window.rapportDesktop ?? {}).sort(),
    node: ['require', 'process', 'module', 'Buffer'].filter((name) => name in window),
  }))
  expect(found.bridge).toEqual(['changeSettings', 'onMessage', 'readSettings', 'tellEvent', 'tellState'])
  expect(found.node).toEqual([])
})

test('a wrong password is refused by the server, through the app', async ({ launched }) => {
  const { page } = launched
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Monsoon-2026')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Email or password is not right.').first()).toBeVisible()
})

test('closing hides the window, and its place is remembered', async ({ launched }) => {
  const { app, userData } = launched
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(900, 650))
  const width = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds().width)
  await expect.poll(width).toBe(900)
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  const visible = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
  await expect.poll(visible).toBe(false)
  const kept = JSON.parse(await readFile(join(userData, 'settings.json'), 'utf8'))
  expect(kept.bounds).toMatchObject({ width: 900, height: 650 })
})

test('no window is opened, and no other page', async ({ launched }) => {
  const { app, page } = launched
  await page.evaluate(() => {
    window.open('http://elsewhere.example/')
    window.location.href = 'http://elsewhere.example/'
  })
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  expect(page.url()).toBe('rapport-app://app/')
  expect(app.windows()).toHaveLength(1)
})
