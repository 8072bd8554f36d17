import type { Page } from '@playwright/test'
import type { Language } from '#schema/languages.ts'
import { aProfile, becomeStaff, expect, mailed, register, type Visitor } from './browser.ts'
import { settledHistory } from './go-back.ts'
import { settled } from './settled-screen.ts'
import { type ChatTour, LONGEST, type Look, tourChat } from './tour-chat.ts'

interface Tour extends ChatTour {
  language: Language
  /** Their browser has the language of the tour. */
  staff: Visitor
}

/** The pages that open by their address, without an account. */
const PUBLIC = [
  '/',
  '/talk-to-strangers',
  '/faq',
  '/about',
  '/terms',
  '/privacy',
  '/contact',
  '/refund-policy',
  '/cancellation-policy',
  '/password-reset',
  '/password-reset-confirm',
  '/password-reset-confirm?token=unknown',
  '/password/change-after-reset?token=unknown&username=a@b.example',
  '/password/reset-success',
  '/password/reset-failed',
  '/verification-complete',
  '/verification-failed',
  '/not-me?code=unknown&email=somebody@example.com',
  '/open-app',
  '/email-verified',
  '/unsubscribe?token=unknown',
  '/location-debug',
  '/payment/success',
  '/payment/cancel',
  '/nowhere',
]
/** The pages of a member, each with what it shows last. */
const MEMBER_PAGES = [
  ['/pricing', '.plans'],
  ['/safety-centre', 'h2 >> nth=-1'],
  ['/privacy-centre', 'h2 >> nth=-1'],
  ['/terms', '.main .document h2 >> nth=-1'],
] as const

/** The dialogs that open from the settings, each with its row there. */
const PANELS = [
  ['settings', null],
  ['premium', '.panel-row:has(.lucide-gem)'],
  ['support', '.panel-row:has(.lucide-life-buoy)'],
] as const

async function visit(page: Page, path: string, look: Look) {
  await page.goto(path)
  await settled(page)
  await look(page, path)
}

/** Looks at every public page, at both forms of the sign-in page and at their errors. */
async function tourPublicPages({ visitor: { page }, look }: Pick<Tour, 'visitor' | 'look'>) {
  await visit(page, '/auth', look)
  await page.locator('#tab-register').click()
  await page.locator('form button[type="submit"]').click()
  await page.locator('.error').first().waitFor()
  await look(page, '/auth, register')
  for (const path of PUBLIC) await visit(page, path, look)
}

/** Registers a member in the language of the tour and opens the home screen. */
async function openHome(page: Page, interests: string[], language: Language) {
  const profile = { ...aProfile(interests), displayName: 'Sara (عليّ) Ben', language }
  const token = await register(page, profile)
  const { path } = await mailed(page, profile.email, /./)
  await page.request.get(`/api${path}`, { failOnStatusCode: true })
  await page.addInitScript((kept) => localStorage.setItem('authToken', kept), token)
  await page.goto('/')
  await page.locator('#main-action').waitFor()
  return token
}

/** Looks at the home screen, its dialogs and the pages of a member. */
async function tourMemberScreens(page: Page, look: Look) {
  await settled(page)
  await look(page, 'home')
  const dock = page.locator('.dock').filter({ visible: true })
  const openPanel = (number: number) => dock.locator('button').nth(number).click()
  const dialog = page.getByRole('dialog')
  const close = async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await settledHistory(page, 0)
  }
  await openPanel(0)
  await dialog.locator('form').waitFor()
  await look(page, 'profile')
  await close()
  for (const [name, row] of PANELS) {
    await openPanel(1)
    await dialog.waitFor()
    if (row) await dialog.locator(row).click()
    await settled(page)
    await look(page, name)
    await close()
  }
  await page.locator('.widget').filter({ visible: true }).click()
  await dialog.waitFor()
  await look(page, 'help')
  await close()
  await page.locator('.bell button').click()
  await dialog.waitFor()
  await settled(page)
  await look(page, 'inbox')
  await close()
  for (const [path, last] of MEMBER_PAGES) {
    await page.goto(path)
    await page.locator(last).waitFor()
    await settled(page)
    await look(page, path)
  }
  await page.goto('/pricing')
  await page.locator('.plan button').filter({ visible: true }).first().click()
  await dialog.waitFor()
  await settled(page)
  await look(page, 'payment')
}

/** Looks at the console of administrators and at the moderation queues, with a report in one of them. */
async function tourConsole({ staff, server, look, language }: Tour) {
  const { page } = staff
  const { token } = await becomeStaff(staff, 'ADMIN', server, language)
  await page.goto('/admin')
  await settled(page)
  const tabs = page.locator('.admin-tabs [role="tab"]')
  for (let number = 0; number < (await tabs.count()); number += 1) {
    await tabs.nth(number).click()
    await settled(page)
    await look(page, `console ${number + 1}`)
  }
  await page.locator('.report-row').first().click()
  // The note and the decision each have one; they load apart.
  await page.locator('.evidence textarea').first().waitFor()
  await settled(page)
  await look(page, 'report case')
  const queues = page.locator('.moderation > [role="tablist"] [role="tab"]')
  for (let number = 1; number < (await queues.count()); number += 1) {
    await queues.nth(number).click()
    await settled(page)
    await look(page, `moderation ${number + 1}`)
    // Only held messages have a third button, "Send all from this person".
    const decideAll = page.locator('.appeal-acts > button:nth-of-type(3)').filter({ visible: true })
    if ((await decideAll.count()) === 0) continue
    await decideAll.first().click()
    await page.getByRole('dialog').waitFor()
    await look(page, 'all messages of one sender')
    await page.keyboard.press('Escape')
  }
  return token
}

/** Asks the server over GraphQL for a member. */
async function ask(page: Page, token: string, query: string, variables: Record<string, string> = {}) {
  const answer = await page.request.post('/graphql', {
    headers: { Authorization: `Bearer ${token}` },
    data: { query, variables },
    failOnStatusCode: true,
  })
  return (await answer.json()).data
}

const SUSPEND = `mutation($id: ID!) {
  decideAboutPerson(id: $id, kind: SUSPEND, days: 3, reason: "איומים (threats)") }`

/** Looks at every screen of the app in the language of these browsers. */
export async function tourScreens(tour: Tour) {
  const { visitor, look } = tour
  const { page } = visitor
  const interests = ['Photography', 'שירה', LONGEST, 'C++']
  await tourPublicPages(tour)
  const token = await openHome(page, interests, tour.language)
  const { me } = await ask(page, token, '{ me { id } }')
  // Without a language in common, the partner would be found last.
  await tour.server.sql(`UPDATE "user" SET languages = '{en}' WHERE id = $1`, [me.id])
  await tourMemberScreens(page, look)
  await tourChat(tour, interests, me.id)
  const staffToken = await tourConsole(tour)
  await ask(page, staffToken, SUSPEND, { id: me.id })
  await page.goto('/')
  await page.locator('.given').waitFor()
  await look(page, 'suspended')
}
