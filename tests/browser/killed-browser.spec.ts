import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { becomeMember, composer, expect, findMatch, test } from '../kit/browser.ts'
import { startKillableBrowser } from '../kit/killable-browser.ts'

/** `KILLS=50` for a longer run, and `KILLS_SEED` for other moments. */
const ROUNDS = Number(process.env.KILLS ?? 3)
const SEED = Number(process.env.KILLS_SEED ?? 1)
test.setTimeout(120_000 + ROUNDS * 60_000)

/** Returns random numbers from 0 to 1 that a seed repeats (mulberry32). */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What happens to the requests of a page with messages before the kill. */
const NETWORKS = {
  /** The server gets them and answers. */
  up: async () => undefined,
  /** They never arrive. */
  down: (page: Page) => page.route('**/api/v1/message', (route) => route.abort()),
  /** They arrive, and the page gets no answer. */
  async deaf(page: Page) {
    await page.route('**/api/v1/message', async (route) => void (await route.fetch().catch(() => undefined)))
  },
}

const messageField = (page: Page) => composer({ page, context: page.context() })

/** Opens the app and waits for the chat. */
async function openChat(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  await messageField(page).waitFor()
  return page
}

/** Waits until the browser has written a text to its local storage, which takes it some seconds. */
async function untilStored(folder: string, text: string) {
  const stored = async () => {
    const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.log'))
    const contents = await Promise.all(files.map((file) => readFile(join(folder, file), 'latin1')))
    return contents.some((content) => content.includes(text))
  }
  await expect.poll(stored).toBe(true)
}

// covers: beyond-outbox-killed-browser
test('every message arrives once, in order, although the browser is killed again and again', async ({
  newVisitor,
  server,
}) => {
  const random = randomOf(SEED)
  const folder = await mkdtemp(join(tmpdir(), 'killed-browser-'))
  let browser = await startKillableBrowser(folder)
  try {
    const [asha, elsewhere] = [await newVisitor(), await newVisitor()]
    for (const one of [asha, elsewhere]) await becomeMember(one, ['Power cuts'])
    const token = await elsewhere.page.evaluate(() => localStorage.getItem('authToken') ?? '')
    await elsewhere.context.close()
    const first = await browser.context.newPage()
    await first.goto(server.url)
    await first.evaluate((opened) => localStorage.setItem('authToken', opened), token)
    await first.goto(server.url)
    const ben = { page: first, context: browser.context }
    await findMatch(ben)
    await findMatch(asha)
    await composer(asha).waitFor()
    await composer(ben).waitFor()
    await untilStored(folder, 'last-matched-conversation')

    const written: string[] = []
    let page = first
    for (let round = 1; round <= ROUNDS; round += 1) {
      const networks = Object.values(NETWORKS)
      await networks[Math.floor(random() * networks.length)]?.(page)
      for (const part of ['a', 'b']) {
        const text = `Message ${round}${part}`
        await messageField(page).fill(text)
        await messageField(page).press('Enter')
        await page.getByRole('log').getByText(text, { exact: true }).waitFor()
        written.push(text)
      }
      const moment = random() * 60
      await page.evaluate((wait) => new Promise((resolve) => setTimeout(resolve, wait)), moment)
      await browser.kill()
      browser = await startKillableBrowser(folder)
      page = await openChat(browser.context, server.url)
      await asha.page.getByRole('log').getByText(`Message ${round}b`, { exact: true }).waitFor()
    }
    const stored = await server.sql(
      "SELECT body FROM message WHERE body ~ '^Message [0-9]+[ab]$' ORDER BY id",
    )
    expect(stored).toEqual(written.map((body) => ({ body })))
  } finally {
    await browser.kill()
    await rm(folder, { recursive: true, force: true })
  }
})
