import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { electronRuntime } from '../../scripts/electron-runtime.mjs'
import { aProfile, test as base, expect, mailed, register } from '../kit/browser.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const runtime = electronRuntime()
base.skip(runtime === null, "Electron's runtime is not installed: npx install-electron")
base.skip(process.getuid?.() === 0, 'Root has no sandbox, and the app does not run without one.')

interface Launched {
  app: ElectronApplication
  page: Page
  /** The folder of its settings. */
  userData: string
}

/** Starts the built app with a new data folder, against the file's server. */
const test = base.extend<{ launch(): Promise<Launched>; launched: Launched }>({
  launch: async ({ server }, use) => {
    const open: Launched[] = []
    await use(async () => {
      const userData = await mkdtemp(join(tmpdir(), 'rapport-electron-'))
      await writeFile(join(userData, 'settings.json'), JSON.stringify({ serverAddress: server.url }))
      const app = await _electron.launch({
        executablePath: resolve(ROOT, runtime ?? ''),
        args: [resolve(ROOT, 'dist/desktop')],
        // By default Playwright starts it without the sandbox.
        chromiumSandbox: true,
        env: { ...process.env, RAPPORT_DESKTOP_DATA: userData } as Record<string, string>,
      })
      const launched = { app, page: await app.firstWindow(), userData }
      open.push(launched)
      return launched
    })
    for (const { app, userData } of open) {
      await app.close()
      await rm(userData, { recursive: true, force: true })
    }
  },
  launched: async ({ launch }, use) => use(await launch()),
})

test('the app opens under its own scheme and reaches its server', async ({ launched }) => {
  const { page } = launched
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  expect(page.url()).toBe('rapport-app://app/')
})

test('the page has the bridge and no access to Node', async ({ launched }) => {
  const found = await launched.page.evaluate(() => ({
    bridge: Object.keys(window.rapportDesktop ?? {}).sort(),
    node: ['require', 'process', 'module', 'Buffer'].filter((name) => name in window),
  }))
  expect(found.bridge).toEqual([
    'changeSettings',
    'forgetServer',
    'keepToken',
    'onMessage',
    'readSettings',
    'readToken',
    'hideQuietly',
    'tellEvent',
    'tellState',
  ])
  expect(found.node).toEqual([])
})

test('a login with a wrong password is refused through the app', async ({ launched }) => {
  const { page } = launched
  await page.getByRole('tab', { name: 'Login' }).click()
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Monsoon-2026')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('The email or password is not right. Please try again.').first()).toBeVisible()
})

test('closing hides the window and stores its bounds', async ({ launched }) => {
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

test('the app opens no further window and no external page', async ({ launched }) => {
  const { app, page } = launched
  await page.evaluate(() => {
    window.open('http://elsewhere.example/')
    window.location.href = 'http://elsewhere.example/'
  })
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  expect(page.url()).toBe('rapport-app://app/')
  expect(app.windows()).toHaveLength(1)
})

test('quitting during a chat ends it for the partner', async ({ launch, server, playwright }) => {
  const request = await playwright.request.newContext({ baseURL: server.url })
  const [asha, ben] = [await launch(), await launch()]
  for (const { page } of [asha, ben]) {
    const profile = aProfile(['Parting for good'])
    const token = await register({ request }, profile)
    const { path } = await mailed({ request }, profile.email, /Verify/)
    await request.get(`/api${path}`)
    await page.evaluate((kept) => localStorage.setItem('authToken', kept), token)
    await page.reload()
    await page.getByRole('button', { name: /Find Match/ }).click()
  }
  for (const { page } of [asha, ben])
    await expect(page.getByPlaceholder('Type your message...')).toBeVisible()
  // Quits as by the menu, which sends the goodbye first.
  await asha.app.close()
  await expect(ben.page.getByText('Partner disconnected').first()).toBeVisible()
  await request.dispose()
})
