import { readFile } from 'node:fs/promises'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
  request,
  type TestInfo,
} from '@playwright/test'
import type { Language } from '#schema/languages.ts'
import { SEARCH_ADDRESS } from '#web/data/addresses.ts'
import { type Server, type ServerOptions, startJourneyServer } from './journey-server.ts'
import { aProfile, type Profile } from './profile.ts'
import { SEEN } from './reporters/seen-in.ts'
import { shiftPages } from './shifted-clock.ts'

export type { Server } from './journey-server.ts'
export { aProfile, type Profile } from './profile.ts'
export { expect }

interface Options extends ServerOptions {
  /** For files that count rows: their tests get a server that no other file has used. */
  apart: string
}

export interface Visitor {
  page: Page
  context: BrowserContext
}

interface Fixtures {
  /** A person's own browser. */
  newVisitor(options?: BrowserContextOptions): Promise<Visitor>
}

/** Records what each page showed and what the server printed, for the report. */
async function attachWhatWasSeen(journey: TestInfo, contexts: BrowserContext[], output: string) {
  const pages = contexts.flatMap((context) => context.pages())
  for (const [index, page] of pages.entries()) {
    const shown = await page.locator('body').ariaSnapshot().catch(String)
    const body = `${page.url()}\n${shown}`
    await journey.attach(`${SEEN} page ${index + 1}`, { body, contentType: 'text/plain' })
  }
  const body = output
    .split('\n')
    .filter((line) => !line.includes('"log":"security"'))
    .join('\n')
  await journey.attach(`${SEEN} server`, { body, contentType: 'text/plain' })
}

/** The built app in local mode, on its own data, while the tests of one file run. */
export const test = base.extend<Fixtures, Options & { server: Server }>({
  apart: ['', { option: true, scope: 'worker' }],
  demo: [false, { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],
  ownBuild: [false, { option: true, scope: 'worker' }],
  server: [
    async ({ demo, settings, ownBuild }, use) => {
      const { server, stop } = await startJourneyServer({ demo, settings, ownBuild })
      await use(server)
      await stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  newVisitor: async ({ browser, server }, use, journey) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
        // It costs each visitor a tenth of the first page. Journeys that need it allow it.
        serviceWorkers: 'block',
        ...options,
      })
      await shiftPages(context)
      contexts.push(context)
      return { context, page: await context.newPage() }
    })
    if (journey.status !== journey.expectedStatus) await attachWhatWasSeen(journey, contexts, server.output())
    for (const context of contexts) {
      const cookies = await context.cookies().catch(() => [])
      for (const page of context.pages()) await page.close()
      await context.close()
      // A search that is left would match the next journey. An open page would search again.
      const caller = await request.newContext({ baseURL: server.url, storageState: { cookies, origins: [] } })
      await caller.delete(SEARCH_ADDRESS, { headers: { origin: server.url } }).catch(() => undefined)
      await caller.dispose()
    }
  },
})

/**
 * Runs what starts a download, and returns its name and its bytes. Chromium keeps the file until it is deleted, and closing
 * a browser context with a file waits for it.
 */
export async function saveDownload(page: Page, start: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), start()])
  const bytes = new Uint8Array(await readFile(await download.path()))
  await download.delete()
  return { name: download.suggestedFilename(), bytes }
}

/** A caller of the server outside its pages. */
type WithRequests = Pick<Page, 'request'>

/** Fills the form as a person does, and submits it. */
export async function registerByForm(page: Page, profile: Profile) {
  await fillRegistration(page, profile)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('heading', { name: 'No Active Chat' }).waitFor()
}

export const PASSWORD = 'Monsoon-2026'

export async function fillRegistration(page: Page, profile: Profile) {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByLabel('Email').fill(profile.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Display Name').fill(profile.displayName)
  await page.getByLabel('Phone').fill('+919822012345')
  for (const interest of profile.interests) {
    await page.getByRole('combobox', { name: 'Interests' }).fill(interest)
    await page.keyboard.press('Enter')
  }
  await choose(page.getByRole('radio', { name: 'Female', exact: true }))
  await page.getByLabel('Age', { exact: true }).fill('31')
  await choose(page.getByRole('checkbox', { name: 'Friendship' }))
  await choose(page.getByLabel(/I am 18 or older/))
}

export async function logInByForm(page: Page, email: string, password: string) {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** The form shows its own state a moment after the press. */
async function choose(control: Locator) {
  await control.click()
  await expect(control).toBeChecked()
}

export async function register({ request }: WithRequests, profile: Profile): Promise<string> {
  const answer = await request.post('/api/user', {
    failOnStatusCode: true,
    data: {
      userName: profile.email,
      password: PASSWORD,
      displayName: profile.displayName,
      phone: '+919822012345',
      interests: profile.interests,
      language: profile.language ?? 'en',
      nearBy: false,
      gender: 'Female',
      age: 31,
      lookingFor: ['Friendship'],
    },
  })
  return (await answer.json()).token
}

/** Stores this token in the browser, from a page of the same origin that does not run the app. */
async function carry(page: Page, token: string) {
  await page.goto('/logo.svg')
  await page.evaluate((kept) => localStorage.setItem('authToken', kept), token)
}

/** Opens the home screen with this token, which the page finds as if an earlier visit had stored it. */
async function openWith(page: Page, token: string) {
  const script = await page.addInitScript((kept) => localStorage.setItem('authToken', kept), token)
  await page.goto('/')
  await script.dispose()
}

/** Registers and opens the home screen, for tests of other subjects than registration. */
export async function registerDirectly(page: Page, profile: Profile) {
  await openWith(page, await register(page, profile))
  await page.getByRole('heading', { name: 'No Active Chat' }).waitFor()
}

/** Opens the link of the mail in the mailbox. */
export async function verifyByMail(page: Page, email: string) {
  const { path } = await mailed(page, email, /Verify/)
  await page.goto(path)
  await page.getByRole('heading', { name: 'Verification Complete' }).waitFor()
  await page.getByRole('link', { name: 'Go to Homepage' }).click()
  await page.getByRole('button', { name: /Find Match/ }).waitFor()
}

interface MailSeen {
  to: string
  subject: string
  text: string
}

export async function mailsTo({ request }: WithRequests, email: string): Promise<MailSeen[]> {
  const mails: MailSeen[] = await (await request.get('/dev/mail.json')).json()
  return mails.filter(({ to }) => to === email)
}

/** The newest mail whose subject matches, once it has arrived: the path of its link, and its code if it has one. */
export async function mailed(page: WithRequests, email: string, subject: RegExp) {
  const find = async () => (await mailsTo(page, email)).find((mail) => subject.test(mail.subject))
  await expect.poll(find).toBeTruthy()
  const text = (await find())?.text ?? ''
  const { pathname, search } = new URL(text.match(/https?:\/\/\S+/)?.[0] ?? '')
  return { path: pathname + search, code: text.match(/: ([0-9A-Z]{5}-[0-9A-Z]{5})$/m)?.[1] ?? '' }
}

/** Registers, verifies and opens the home screen. */
export async function becomeMember({ page }: Visitor, interests: string[], more: Partial<Profile> = {}) {
  const profile = { ...aProfile(interests), ...more }
  const token = await register(page, profile)
  const { path } = await mailed(page, profile.email, /Verify/)
  await page.request.get(`/api${path}`, { failOnStatusCode: true })
  await openWith(page, token)
  await page.getByRole('button', { name: /Find Match/ }).waitFor()
  return profile
}

/**
 * Registers, gets the role as from an operator, and logs in again, because a new session is not cached on any node.
 */
export async function becomeStaff(
  { page }: Visitor,
  role: 'MODERATOR' | 'ADMIN',
  { sql }: Server,
  language: Language = 'en',
) {
  const profile = { ...aProfile(['Order']), language }
  await register(page, profile)
  await sql(`UPDATE "user" SET role = $2, email_verified = true WHERE user_name = $1`, [profile.email, role])
  const answer = await page.request.post('/auth', {
    data: { userName: profile.email, password: PASSWORD },
    failOnStatusCode: true,
  })
  const { token }: { token: string } = await answer.json()
  await carry(page, token)
  return { ...profile, token }
}

export async function findMatch({ page }: Visitor) {
  await page.getByRole('button', { name: /Find Match/ }).click()
}

export const composer = ({ page }: Visitor) => page.getByPlaceholder('Type your message...')

export async function say(visitor: Visitor, text: string) {
  await composer(visitor).fill(text)
  await composer(visitor).press('Enter')
}
