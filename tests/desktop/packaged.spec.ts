import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, expect, test } from '@playwright/test'

const program = process.env.RAPPORT_PACKAGED
test.skip(!program, 'RAPPORT_PACKAGED names no packaged program.')
test.skip(process.getuid?.() === 0, 'Root has no sandbox, and the app does not run without one.')

/**
 * Returns the debugging address that Chromium writes into its data folder. The program's fuses disable Node's
 * inspector, which `_electron` needs.
 */
async function inspected(data: string): Promise<string> {
  const read = () => readFile(join(data, 'DevToolsActivePort'), 'utf8').catch(() => '')
  await expect.poll(read).toMatch(/^\d+\n/)
  const [port = ''] = (await read()).split('\n')
  return `http://127.0.0.1:${port}`
}

test('the packaged app starts from its archive with its scheme, its preload and a page', async () => {
  const data = await mkdtemp(join(tmpdir(), 'rapport-packaged-'))
  const app = spawn(resolve(program ?? ''), [`--user-data-dir=${data}`, '--remote-debugging-port=0'], {
    stdio: 'ignore',
  })
  try {
    const browser = await chromium.connectOverCDP(await inspected(data))
    const [context] = browser.contexts()
    const page = context?.pages()[0] ?? (await context?.waitForEvent('page'))
    if (!page) throw new Error('the program has no page')
    await expect.poll(() => page.url()).toBe('rapport-app://app/')
    // The package points to a server on this machine, which does not run here.
    await expect(page.getByRole('heading', { name: 'We cannot reach Rapport.' })).toBeVisible()
    expect(await page.evaluate(() => typeof window.rapportDesktop?.readSettings)).toBe('function')
    expect(await page.evaluate(() => 'require' in window || 'process' in window)).toBe(false)
    await browser.close()
  } finally {
    app.kill()
    if (app.exitCode === null && app.signalCode === null) await once(app, 'exit')
    await rm(data, { recursive: true, force: true })
  }
})
