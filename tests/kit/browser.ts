import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { freePort } from './redis-server.ts'
import { startServerProcess } from './server-process.ts'

export { expect }

interface Options {
  demo: boolean
}

export interface Visitor {
  page: Page
  context: BrowserContext
}

interface Fixtures {
  /** A person's own browser. */
  newVisitor(): Promise<Visitor>
}

/** The built app in local mode, on data of its own, for as long as one file's tests run. */
export const test = base.extend<Fixtures, Options & { server: { url: string } }>({
  demo: [false, { option: true, scope: 'worker' }],
  server: [
    async ({ demo }, use) => {
      const directory = await mkdtemp(join(tmpdir(), 'rapport-browser-'))
      const port = String(await freePort())
      const server = startServerProcess({
        PORT: port,
        DATA_DIR: directory,
        DEMO: demo ? 'on' : 'off',
        RATE_LIMIT_FACTOR: '1000',
      })
      await server.ready
      await use({ url: `http://localhost:${port}` })
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  newVisitor: async ({ browser, server }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width: 1280, height: 800 },
      })
      contexts.push(context)
      return { context, page: await context.newPage() }
    })
    for (const context of contexts) await context.close()
  },
})

export interface Profile {
  email: string
  displayName: string
  interests: string[]
}

let count = 0
export function aProfile(interests: string[]): Profile {
  count += 1
  const name = `Visitor ${count} ${Date.now().toString(36)}`
  return { email: `${name.replaceAll(' ', '-').toLowerCase()}@example.com`, displayName: name, interests }
}

/** Fills the form as a person does, and sends it. */
export async function registerByForm(page: Page, profile: Profile) {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByLabel('Email').fill(profile.email)
  await page.getByLabel('Password', { exact: true }).fill('Monsoon-2026')
  await page.getByLabel('Display Name').fill(profile.displayName)
  await page.getByLabel('Phone').fill('+919822012345')
  for (const interest of profile.interests) {
    await page.getByRole('combobox', { name: 'Interests' }).fill(interest)
    await page.keyboard.press('Enter')
  }
  await choose(page.getByRole('radio', { name: 'Female', exact: true }))
  await page.getByLabel('Age').fill('31')
  await choose(page.getByRole('checkbox', { name: 'Friendship' }))
  await choose(page.getByLabel(/I am 18 or older/))
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('heading', { name: 'No Active Chat' }).waitFor()
}

/** The form answers a press with its own state, a moment later. */
async function choose(control: Locator) {
  await control.click()
  await expect(control).toBeChecked()
}

/** Opens the link of the mail, as it stands in the mailbox. */
export async function verifyByMail(page: Page, email: string) {
  const link = await mailedLink(page, email)
  const { pathname, search } = new URL(link)
  await page.goto(pathname + search)
  await page.getByRole('heading', { name: 'Verification Complete' }).waitFor()
  await page.getByRole('link', { name: 'Go to Homepage' }).click()
  await page.getByRole('button', { name: /Find Match/ }).waitFor()
}

async function mailedLink(page: Page, email: string): Promise<string> {
  const answer = await page.request.get('/dev/mail.json')
  const mails: { to: string; text: string }[] = await answer.json()
  const link = mails.find((mail) => mail.to === email)?.text.match(/https?:\/\/\S+\/verify\?\S+/)?.[0]
  if (!link) throw new Error(`no verification mail for ${email}`)
  return link
}

export async function becomeMember(visitor: Visitor, interests: string[]): Promise<Profile> {
  const profile = aProfile(interests)
  await registerByForm(visitor.page, profile)
  await verifyByMail(visitor.page, profile.email)
  return profile
}

export async function findMatch({ page }: Visitor) {
  await page.getByRole('button', { name: /Find Match/ }).click()
}

export const composer = ({ page }: Visitor) => page.getByPlaceholder('Type your message...')

export async function say(visitor: Visitor, text: string) {
  await composer(visitor).fill(text)
  await composer(visitor).press('Enter')
}
