import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium, type Locator, type Page } from '@playwright/test'
import { startEmbeddedPostgres } from '#server/local/index.ts'
import { CHROMIUM_ARGUMENTS, findChromium } from '../kit/chromium.ts'
import { createDataFolder } from '../kit/data-folder.ts'
import { freePort } from '../kit/redis-server.ts'
import { startServerProcess } from '../kit/server-process.ts'
import { type BrowserChat, loadMessages, openBrowserChat } from './browser-chat.ts'
import { say } from './figures.ts'

// How long an interaction takes to the next paint, with 2,000 messages in the list and the processor slowed down to a quarter;
// then the memory before and after an hour of chat. The aim is 100 ms.
const MESSAGES = 2_000
const SLOW_DOWN = 4
/** An hour of chat, at nearly one message a second. */
const HOUR = 3_000
const IN_FLIGHT = 8

interface Watched {
  /** The longest interaction, and the longest frame with script or layout, in milliseconds. */
  interaction: number
  frame: number
}

declare global {
  interface Window {
    benchSeen: Watched
  }
}

/** Records the interactions and the frames of the page. */
const WATCH = () => {
  const seen: Watched = { interaction: 0, frame: 0 }
  window.benchSeen = seen
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ((entry as PerformanceEventTiming & { interactionId?: number }).interactionId)
        seen.interaction = Math.max(seen.interaction, entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.frame = Math.max(seen.frame, entry.duration)
  }).observe({ type: 'long-animation-frame', buffered: false })
}

/** Two frames later, and once more after a while, because entries arrive with a delay. */
const settle = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 600)))

async function watched(page: Page, name: string, act: () => Promise<unknown>) {
  await settle(page)
  await page.evaluate(() => Object.assign(window.benchSeen, { interaction: 0, frame: 0 }))
  await act()
  await settle(page)
  const { interaction, frame } = await page.evaluate(() => window.benchSeen)
  const longest = interaction === 0 ? 'below 16 ms' : `${interaction.toFixed(0)} ms`
  say(
    `${name.padEnd(34)} interaction to next paint ${longest.padStart(12)}, longest frame ${frame === 0 ? 'below 50' : frame.toFixed(0)} ms`,
  )
}

/** Presses the middle of a button. Playwright's own click would compute styles and layout during the interaction. */
async function press(page: Page, button: Locator) {
  const box = await button.boundingBox()
  if (!box) throw new Error('the button is not on screen')
  return () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

async function interactions(chat: BrowserChat) {
  const { page } = chat
  const field = page.locator('#message')
  await watched(page, 'type 20 letters', () => field.pressSequentially('slow trains at night'))
  await watched(page, 'send', () => page.keyboard.press('Enter'))
  await field.pressSequentially('and another')
  await watched(page, 'send again', await press(page, page.getByRole('button', { name: 'Send' })))
  await watched(page, 'receive ten messages', async () => {
    for (let index = 0; index < 10; index += 1) await chat.receive('Something about photographs.')
  })
  // A search by role would compute the role of every message during the interaction.
  const dialog = page.locator('.dialog')
  const report = page.getByRole('button', { name: 'Report', exact: true })
  await watched(page, 'open a dialog', await press(page, report))
  await dialog.waitFor()
  await watched(page, 'close a dialog', () => page.keyboard.press('Escape'))
  await dialog.waitFor({ state: 'hidden' })
  await watched(page, 'scroll up', async () => {
    await page.mouse.move(640, 400)
    for (let index = 0; index < 40; index += 1) await page.mouse.wheel(0, -900)
  })
  await watched(page, 'receive while scrolled up', () => chat.receive('Are you still there?'))
  await watched(
    page,
    'jump to the latest message',
    await press(page, page.getByRole('button', { name: /Jump to Latest/ })),
  )
}

/** Megabytes in use after a collection, and the number of DOM nodes. */
async function memoryOf(session: CDPSession) {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  return `${(usedSize / 1024 / 1024).toFixed(1)} MB, ${nodes.toLocaleString('en')} DOM nodes`
}

async function anHour(chat: BrowserChat, session: CDPSession) {
  say(`memory before: ${await memoryOf(session)}`)
  for (let sent = 0; sent < HOUR; sent += IN_FLIGHT) {
    await Promise.all(Array.from({ length: IN_FLIGHT }, () => chat.receive('Something about slow trains.')))
    if (sent > 0 && sent % 1_000 === 0) say(`after ${sent} messages: ${await memoryOf(session)}`)
  }
  await settle(chat.page)
  say(`after an hour, ${HOUR} messages: ${await memoryOf(session)}`)
}

const folder = await createDataFolder()
const database = await startEmbeddedPostgres({ dataDir: folder.path })
const port = await freePort()
const server = startServerProcess({
  PORT: String(port),
  DATABASE_URL: database.url,
  DEMO: 'off',
  RATE_LIMIT_FACTOR: '100000',
})
const { url } = await server.ready
const executablePath = findChromium()
const browser = await chromium.launch({ args: CHROMIUM_ARGUMENTS, ...(executablePath && { executablePath }) })
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const chat = await openBrowserChat(page, { url, database, history: MESSAGES + 100 })
  const session = await page.context().newCDPSession(page)
  await page.evaluate(WATCH)
  const slowed = async () => {
    say(
      `\n${await page.locator('.bubble-row').count()} messages in the list, processor slowed down ${SLOW_DOWN} times`,
    )
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
    await interactions(chat)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  }
  await loadMessages(chat, 100)
  await slowed()
  await loadMessages(chat, MESSAGES)
  await slowed()
  await loadMessages(chat, MESSAGES)
  const traces = process.env.PROFILE_DIR ?? (await mkdtemp(join(tmpdir(), 'rapport-trace-')))
  await mkdir(traces, { recursive: true })
  const trace = join(traces, 'chat-trace.json')
  await browser.startTracing(page, { path: trace })
  say('\nthe same in a trace, which takes time itself')
  await slowed()
  await browser.stopTracing()
  say(`trace for chrome://tracing: ${trace}`)
  await anHour(chat, session)
  await chat[Symbol.asyncDispose]()
} finally {
  await browser.close()
  await server.stop()
  await database[Symbol.asyncDispose]()
  await folder.remove()
}
