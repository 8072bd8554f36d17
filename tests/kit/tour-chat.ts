import type { Page } from '@playwright/test'
import { becomeMember, expect, findMatch, type Server, say, type Visitor } from './browser.ts'
import { settled } from './settled-screen.ts'
import { showTab } from './show-tab.ts'

/** Looks at one screen. */
export type Look = (page: Page, screen: string) => Promise<void>

export interface ChatTour {
  /** Their browser has the language of the tour. */
  visitor: Visitor
  partner: Visitor
  server: Server
  look: Look
}

/** Words and names in both directions, and a word that is longer than a line. */
const WORDS = [
  'Hello! How are you?',
  'שלום! מה שלומך? (really)',
  'مرحبا، I like C++ (2026) كثيرا',
  'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung'.repeat(2),
]

/** The longest name and interest, without a place to break the line. */
export const LONGEST = 'Donaudampfschifffahrtsgesellschaftskapitänswitwen'.padEnd(50, 'x')

/** Lets the partner, who has left, ask to talk again. */
const askToTalk = (partner: Visitor, userId: string) =>
  partner.page.evaluate(async (secondUser) => {
    await fetch('/api/v1/conversation', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secondUser }),
    })
  }, userId)

/** Lets the two of the open chat keep in touch, and looks at the list and the note in it. */
async function tourKept({ visitor: { page }, server, look }: ChatTour, userId: string) {
  await server.sql(
    `INSERT INTO keep_wish (user_id, conversation_id, due)
     SELECT member.user_id, conversation.id, now() FROM conversation
     JOIN conversation_member member ON member.conversation_id = conversation.id
     WHERE conversation.ended_at IS NULL AND $1 IN (conversation.low_user_id, conversation.high_user_id)`,
    [userId],
  )
  await page.locator('.kept').waitFor({ state: 'attached' })
  const menu = page.locator('.chat-menu')
  if (await menu.isVisible()) await menu.click()
  await settled(page)
  await look(page, 'sidebar')
  await page.locator('.kept-note').click()
  await page.locator('.kept-field').waitFor()
  await look(page, 'note')
  await page.keyboard.press('Escape')
  await page.locator('.kept-note').waitFor()
  if (await page.locator('.drawer-scrim').isVisible()) await page.keyboard.press('Escape')
}

/** Looks at a search, a match and a chat up to its end, and at an invitation to talk again. Returns to the home screen. */
export async function tourChat(tour: ChatTour, interests: string[], userId: string) {
  const { visitor, partner, look } = tour
  const { page } = visitor
  await page.goto('/')
  await page.locator('#main-action').click()
  await page.locator('.search').waitFor()
  await look(page, 'search')
  await becomeMember(partner, interests, { displayName: LONGEST })
  // In a hidden tab, the screen of the match stays.
  await showTab(page, false)
  await findMatch(partner)
  await page.locator('.search[data-matched]').waitFor()
  await settled(page)
  await look(page, 'match')
  await showTab(page, true)
  await page.locator('#message').waitFor()
  await settled(page)
  await look(page, 'empty chat')
  await partner.page.locator('#message').waitFor()
  for (const words of WORDS) {
    await say(partner, words)
    await page.locator('#message').fill(words)
    await page.keyboard.press('Enter')
  }
  await expect(page.locator('.bubble')).toHaveCount(2 * WORDS.length)
  await look(page, 'chat')
  const openReport = () => page.locator('.tools button:has(.lucide-flag)').click()
  await openReport()
  await page.getByRole('dialog').waitFor()
  await look(page, 'report')
  await page.keyboard.press('Escape')
  for (const words of ['send nudes', 'send me nudes']) {
    await say(partner, words)
    await partner.page.locator('.bubble', { hasText: words }).waitFor()
  }
  await expect(partner.page.getByRole('log').getByRole('alert')).toHaveCount(2)
  await tourKept(tour, userId)
  await partner.page.getByRole('button', { name: 'Find Another' }).click()
  await partner.page.getByRole('button', { name: 'Are you sure?' }).click()
  await page.locator('.ended').first().waitFor()
  await look(page, 'ended chat')
  await askToTalk(partner, userId)
  await page.locator('.knock').filter({ visible: true }).waitFor()
  await look(page, 'invitation to talk')
  await openReport()
  await page.getByRole('dialog').locator('input[type="radio"]').nth(1).press('Space')
  await page.getByRole('dialog').locator('textarea').fill('קשה (rude)')
  await page.getByRole('dialog').locator('[type="submit"], .button').last().click()
  await page.locator('#main-action').waitFor()
}
