import type { Page } from '@playwright/test'
import { PRODUCT } from '#schema/product.ts'
import { expectAccessible } from '../kit/accessibility.ts'
import { addAuthenticator } from '../kit/add-authenticator.ts'
import { becomeMember, composer, expect, findMatch, type Server, test, type Visitor } from '../kit/browser.ts'
import { settledHistory } from '../kit/go-back.ts'
import { installQuestions, sendInstallEvent } from '../kit/install-event.ts'
import { INSERT_HISTORY } from '../kit/message-history.ts'

const { name: product } = PRODUCT
const offer = (page: Page) => page.getByRole('region', { name: `Install ${product}` })
const title = (page: Page) => page.getByRole('heading', { name: 'No Active Chat' })

/** Lets a member have a good conversation with a new partner, and go back to the home screen. */
async function talkWell(member: Visitor, partner: Visitor, sql: Server['sql']) {
  const { page } = member
  const { displayName } = await becomeMember(partner, ['Long letters'])
  await findMatch(member)
  await findMatch(partner)
  await composer(member).waitFor()
  await sql(INSERT_HISTORY, [displayName, 10])
  const counted = await page.evaluate(() => localStorage.getItem('good-conversations') ?? '')
  await page.reload()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('good-conversations') ?? ''))
    .not.toBe(counted)
  await leave(page)
}

async function leave(page: Page) {
  await page.getByRole('button', { name: 'Find Another' }).click()
  await page.getByRole('button', { name: 'Are you sure?' }).click()
  await page.getByRole('button', { name: 'Cancel Search' }).click()
  await title(page).waitFor()
}

async function closeSettings(page: Page) {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Settings' })).toHaveCount(0)
}

// covers: beyond-install-offer, beyond-install-prompt
test('a member is offered to install the app once, after the second good conversation', async ({
  newVisitor,
  server,
}) => {
  const [asha, ben, chitra] = [await newVisitor(), await newVisitor(), await newVisitor()]
  const { page } = asha
  await sendInstallEvent(page, 'dismissed')
  await becomeMember(asha, ['Long letters'])
  await talkWell(asha, ben, server.sql)
  await expect(offer(page)).toHaveCount(0)
  await talkWell(asha, chitra, server.sql)
  await expect(offer(page)).toContainText('Notifications work with or without it.')
  await expectAccessible(page, 'the offer to install the app')

  await page.getByRole('button', { name: 'Install', exact: true }).click()
  await expect(offer(page)).toHaveCount(0)
  await expect(title(page)).toBeFocused()
  expect(await installQuestions(page)).toBe(1)
  // The browser asks once for each event.
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('dialog', { name: 'Settings' }).waitFor()
  await expect(page.getByRole('button', { name: `Install ${product}` })).toHaveCount(0)
  await closeSettings(page)

  // The settings keep the way to it.
  await settledHistory(page, 0)
  await page.reload()
  await title(page).waitFor()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: `Install ${product}` }).click()
  await expect.poll(() => installQuestions(page)).toBe(2)
  await expect(page.getByRole('button', { name: `Install ${product}` })).toHaveCount(0)
  await closeSettings(page)
  await expect(offer(page)).toHaveCount(0)
})

/** Opens the home screen of a member who has had good conversations in this browser. */
async function afterGoodConversations(visitor: Visitor, { hasPasswordLogin = false } = {}) {
  const { page } = visitor
  await becomeMember(visitor, ['Long letters'])
  await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('authToken')}` }
    const { user } = await (await fetch('/api/session', { headers })).json()
    localStorage.setItem('good-conversations', `${user.id} first second`)
  })
  if (hasPasswordLogin) await page.evaluate(() => sessionStorage.setItem('password-login', '1'))
  await page.reload()
  await title(page).waitFor()
}

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE} Version/26.0 Mobile/15E148 Safari/604.1`
const BROWSERS = [
  {
    name: 'an iPhone',
    userAgent: IPHONE,
    brings: 'notifications work only in the installed app',
    step: 'Scroll down and tap Add to Home Screen.',
  },
  {
    name: 'Firefox on Android',
    userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0',
    brings: 'Notifications work with or without it.',
    step: 'Tap Add app to Home screen or Install, then confirm.',
  },
  {
    name: 'Safari on a Mac',
    userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/26.0 Safari/605.1.15`,
    brings: 'Notifications work with or without it.',
    step: 'In the menu bar, choose File, then Add to Dock.',
  },
]
/** Reads the steps in the offer, puts it off, and finds the steps in the settings. */
async function readSteps(visitor: Visitor, { name, brings, step }: (typeof BROWSERS)[number]) {
  const { page } = visitor
  await afterGoodConversations(visitor)
  await expect(offer(page)).toContainText(brings)
  await page.getByRole('button', { name: 'Show me how' }).press('Enter')
  await expect(offer(page).getByRole('listitem').filter({ hasText: step })).toBeVisible()
  await expectAccessible(page, `the steps on ${name}`)
  await page.getByRole('button', { name: 'Not now' }).press('Enter')
  await expect(offer(page)).toHaveCount(0)
  await expect(title(page)).toBeFocused()

  await page.reload()
  await title(page).waitFor()
  await page.getByRole('button', { name: 'Settings' }).click()
  const app = page.getByRole('region', { name: 'App', exact: true })
  await expect(app.getByRole('listitem').filter({ hasText: step })).toBeVisible()
  await expectAccessible(page, `the settings on ${name}`)
  await expect(offer(page)).toHaveCount(0)
}

// covers: beyond-install-ways, beyond-install-offer
test('a member whose browser does not ask reads its steps in the offer and in the settings', async ({
  newVisitor,
}) => {
  for (const browser of BROWSERS) {
    const { userAgent } = browser
    const visitor = await newVisitor({ userAgent, viewport: { width: 390, height: 844 } })
    await test.step(browser.name, () => readSteps(visitor, browser))
  }
})

// covers: beyond-install-ways
test('a member of an installed app, or with a browser that installs nothing, is offered nothing', async ({
  newVisitor,
}) => {
  const [installed, other] = [await newVisitor({ userAgent: IPHONE }), await newVisitor()]
  await installed.page.addInitScript(() => Object.assign(navigator, { standalone: true }))
  for (const visitor of [installed, other]) {
    const { page } = visitor
    const loaded = page.waitForResponse(/assets\/install-/)
    await afterGoodConversations(visitor)
    await loaded
    await page.getByRole('button', { name: 'Settings' }).click()
    await expect(page.getByRole('region', { name: 'Appearance' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'App', exact: true })).toHaveCount(0)
    await closeSettings(page)
    await expect(offer(page)).toHaveCount(0)
  }
})

// covers: beyond-install-offer
test('a member who has just logged in with the password is offered one thing at a time', async ({
  newVisitor,
}) => {
  const asha = await newVisitor({ userAgent: IPHONE })
  const { page } = asha
  await addAuthenticator(page)
  await afterGoodConversations(asha, { hasPasswordLogin: true })
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await expect(passkeys).toBeVisible()
  await expect(offer(page)).toHaveCount(0)
  await passkeys.getByRole('button', { name: 'Not now' }).click()
  await expect(passkeys).toHaveCount(0)
  await expect(offer(page)).toHaveCount(0)
  await page.getByRole('button', { name: /Find Match/ }).click()
  await page.getByRole('button', { name: 'Cancel Search' }).click()
  await expect(offer(page)).toBeVisible()
})

/** Returns the size of each picture as the browser decodes it. */
const sizesOf = (page: Page, addresses: string[]) =>
  page.evaluate(
    (all) =>
      Promise.all(
        all.map(async (src) => {
          const image = Object.assign(new Image(), { src })
          await image.decode()
          return `${image.naturalWidth}x${image.naturalHeight}`
        }),
      ),
    addresses,
  )

// covers: beyond-install-screenshots, design-offline-page-installable
test('Chromium can install the app in each direction of writing, and finds no fault in its manifest', async ({
  newVisitor,
}) => {
  const { page, context } = await newVisitor({ serviceWorkers: 'allow' })
  const browser = await context.newCDPSession(page)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  for (const path of ['/', '/ar/faq']) {
    await page.goto(path)
    expect((await browser.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
    const { errors, data } = await browser.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const { screenshots }: { screenshots: { src: string; sizes: string }[] } = JSON.parse(data ?? '')
    // The page itself loads none of them.
    expect(loaded.filter((one) => screenshots.some(({ src }) => src === one))).toEqual([])
    const sizes = await sizesOf(
      page,
      screenshots.map(({ src }) => src),
    )
    expect(sizes).toEqual(screenshots.map((one) => one.sizes))
  }
})
