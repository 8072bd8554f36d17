import type { Page } from '@playwright/test'
import pg from 'pg'
import type { EmbeddedPostgres } from '#server/local/index.ts'
import { INSERT_HISTORY } from '../kit/message-history.ts'

/** Two members in one conversation: Asha in a browser, Ben by requests. */
export interface BrowserChat {
  page: Page
  conversationId: string
  /** Sends a message of Ben, and resolves once it is committed. */
  receive(text: string): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

interface Member {
  id: string
  token: string
}

/** Opens the chat in the page, with so many earlier messages. */
export async function openBrowserChat(
  page: Page,
  { url, database, history }: { url: string; database: EmbeddedPostgres; history: number },
): Promise<BrowserChat> {
  const client = new pg.Client({ connectionString: database.url })
  // The server ends the connection when the bench fails.
  client.on('error', () => undefined)
  await client.connect()
  const call = async (path: string, token: string, method = 'POST', body?: unknown) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const register = async (name: string): Promise<Member> => {
    const answer = await call('/api/user', '', 'POST', {
      userName: `${name}@example.com`,
      password: 'Monsoon-2026',
      displayName: `Bench ${name}`,
      phone: '+919822012345',
      interests: ['Film photography'],
      gender: 'Female',
      age: 30,
      lookingFor: ['Friendship'],
    })
    const { token, user } = (await answer.json()) as { token: string; user: { id: string } }
    return { id: user.id, token }
  }
  const [asha, ben] = [await register('asha'), await register('ben')]
  await client.query('UPDATE "user" SET email_verified = true')
  await call('/api/v1/conversation', ben.token, 'GET')
  await page.goto(`${url}/logo.svg`)
  await page.evaluate((token) => localStorage.setItem('authToken', token), asha.token)
  await page.goto(url)
  await page.getByRole('button', { name: /Find Match/ }).click()
  await page.getByRole('log').waitFor()
  const { rows } = await client.query<{ id: string }>('SELECT id FROM conversation')
  const conversationId = rows[0]?.id ?? ''
  await client.query(INSERT_HISTORY, ['Bench ben', history])
  await page.reload()
  await page.getByRole('button', { name: 'Load More' }).waitFor()
  return {
    page,
    conversationId,
    receive: async (message) => {
      await call('/api/v1/message', ben.token, 'POST', { conversationId, message })
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}

/** Loads earlier messages until so many are in the list. Its requests ask for 100 at once, to be quick. */
export async function loadMessages({ page }: BrowserChat, count: number): Promise<void> {
  await page.route('**/api/v1/messages', (route) => {
    const body = { ...(route.request().postDataJSON() as object), size: 100 }
    return route.continue({ postData: JSON.stringify(body) })
  })
  const scroller = page.getByRole('region', { name: 'Message history' })
  const bubbles = page.locator('.bubble-row')
  for (;;) {
    const shown = await bubbles.count()
    if (shown >= count) break
    await scroller.evaluate((element) => element.scrollTo(0, -element.scrollHeight))
    await page.getByRole('button', { name: /Jump to Latest/ }).waitFor()
    await page.getByRole('button', { name: 'Load More' }).click()
    await page.waitForFunction((before) => document.querySelectorAll('.bubble-row').length > before, shown)
  }
  await page.unroute('**/api/v1/messages')
}
