import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectAccessible } from '../kit/accessibility.ts'
import {
  aProfile,
  test as base,
  becomeMember,
  composer,
  expect,
  findMatch,
  mailed,
  registerByForm,
  registerDirectly,
  say,
  type Visitor,
} from '../kit/browser.ts'
import { type DesktopPage, openDesktopPage } from '../kit/desktop-page.ts'
import { preventable } from '../kit/electron/contents.ts'
import { chooseInMenu } from '../kit/electron/menu.ts'

/** Starts the desktop app. It uses the file's server by default. */
const test = base.extend<{ openDesktop(server?: string): Promise<DesktopPage> }>({
  openDesktop: async ({ browser, server }, use) => {
    const open: DesktopPage[] = []
    await use(async (address = server.url) => {
      const opened = await openDesktopPage(browser, { server: address })
      open.push(opened)
      return opened
    })
    for (const one of open) await one.stop()
  },
})

const asVisitor = ({ page }: DesktopPage): Visitor => ({ page, context: page.context() })

test('two strangers chat, one in the desktop app: match, notification, reply from the tray, goodbye', async ({
  openDesktop,
  newVisitor,
}) => {
  const asha = await openDesktop()
  const { page, desktop } = asha
  const ben = await newVisitor()
  const interests = ['Quiet in the tray']
  const trayState = () => desktop.trayItem('state')?.label
  const standing = () => desktop.standing().map(({ options }) => [options.title, options.body])

  // She registers, and the link of the mail opens the app.
  const profile = aProfile(interests)
  await registerByForm(page, profile)
  const { path } = await mailed(ben.page, profile.email, /Verify/)
  desktop.double.app.emit('open-url', preventable(), `rapport:/${path}`)
  await page.getByRole('heading', { name: 'Verification Complete' }).waitFor()
  await page.getByRole('link', { name: 'Go to Homepage' }).click()
  await page.getByRole('button', { name: /Find Match/ }).waitFor()
  await expect.poll(trayState).toBe('No active chat')

  // She searches from the tray and closes the window; the match shows a notification.
  desktop.press('find-match')
  await expect(page.getByRole('heading', { name: 'Finding a match...' })).toBeVisible()
  await expect.poll(trayState).toBe('Finding a match…')
  desktop.window.close()
  expect(desktop.window.isVisible()).toBe(false)
  const { displayName } = await becomeMember(ben, interests)
  await findMatch(ben)
  await expect.poll(standing).toEqual([['Match Found!', `Say hello to ${displayName}.`]])
  await expect.poll(trayState).toBe('In a chat')

  // His messages appear in one notification and in the count.
  await expect(composer(asVisitor(asha))).toBeVisible()
  await say(ben, 'Are you there?')
  await say(ben, 'Take your time.')
  await expect.poll(() => desktop.double.app.badge).toBe(2)
  await expect.poll(standing).toEqual([[displayName, 'Take your time.']])
  expect(desktop.trayItem('unread')?.label).toBe('2 unread messages')

  // She replies without opening the window, which marks the messages as read.
  desktop.standing()[0]?.reply('In a minute.')
  await expect(ben.page.getByRole('log')).toContainText('In a minute.')
  await expect.poll(() => desktop.double.app.badge).toBe(0)
  expect(desktop.window.isVisible()).toBe(false)

  // A click opens the conversation and marks it as read.
  await say(ben, 'No hurry.')
  await expect.poll(standing).toEqual([[displayName, 'No hurry.']])
  desktop.standing()[0]?.click()
  expect(desktop.window.isFocused()).toBe(true)
  await expect(page.getByRole('log')).toContainText('No hurry.')
  await expect.poll(() => desktop.double.app.badge).toBe(0)
  const seen = desktop.double.notifications.length

  // While she looks at the window, no notification appears.
  await say(ben, 'Good to see you.')
  await expect(page.getByRole('log')).toContainText('Good to see you.')
  await say(asVisitor(asha), 'You too.')
  await expect(ben.page.getByRole('log')).toContainText('You too.')
  expect(desktop.double.notifications).toHaveLength(seen)

  // A reload keeps the chat. He leaves while she is away, and a notification reports it.
  await page.reload()
  await expect(page.getByRole('log')).toContainText('Good to see you.')
  await expect.poll(trayState).toBe('In a chat')
  desktop.window.hide()
  await ben.page.getByRole('button', { name: 'Find Another' }).click()
  await ben.page.getByRole('button', { name: 'Are you sure?' }).click()
  await expect.poll(standing).toEqual([['Partner disconnected', 'Find Match to meet somebody new.']])
  await expect.poll(trayState).toBe('No active chat')
  await ben.page.getByRole('button', { name: 'Cancel Search' }).click()
})

test('a message that another browser has read causes no notification', async ({
  openDesktop,
  newVisitor,
}) => {
  const { page, desktop } = await openDesktop()
  const ben = await newVisitor()
  const interests = ['In two places at once']
  const profile = aProfile(interests)
  await registerDirectly(page, profile)
  const { path } = await mailed(ben.page, profile.email, /Verify/)
  await ben.page.request.get(`/api${path}`)
  await page.reload()
  await expect.poll(() => desktop.trayItem('state')?.label).toBe('No active chat')
  await becomeMember(ben, interests)
  desktop.press('find-match')
  await findMatch(ben)
  await expect(composer({ page, context: page.context() })).toBeVisible()
  desktop.window.hide()

  // The same member has the chat open in a browser.
  const elsewhere = await newVisitor()
  await elsewhere.context.addInitScript(
    (kept) => {
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value)
    },
    await page.evaluate(async () => {
      // The app keeps its token outside the storage of the page.
      if (localStorage.getItem('authToken') !== null) throw new Error('the token was not moved')
      const kept = Object.fromEntries(Object.entries<string>(localStorage))
      return { ...kept, authToken: (await window.rapportDesktop?.readToken()) ?? '' }
    }),
  )
  const opened = elsewhere.page.waitForResponse(/mark-read/)
  await elsewhere.page.goto('/')
  await opened

  const unread = () =>
    elsewhere.page.evaluate(async () => {
      const response = await fetch('/api/v1/conversations', {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${localStorage.getItem('authToken')}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ pageNumber: 0, size: 1, paginated: 'true' }),
      })
      const { elements }: { elements: { unreadCount: number }[] } = await response.json()
      return elements[0]?.unreadCount
    })
  // The app counts unread messages a second after a message; the test delays that until the browser has read it.
  const { promise: read, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/v1/conversations', async (route) => {
    await read
    await route.continue()
  })
  const counted = page.waitForResponse(/conversations$/)
  await say(ben, 'Which of the two are you looking at?')
  await expect(elsewhere.page.getByRole('log')).toContainText('Which of the two')
  await expect.poll(unread).toBe(0)
  release()
  await (await counted).finished()
  await expect(page.getByRole('log')).toContainText('Which of the two')
  await elsewhere.page.close()
  await say(ben, 'And now?')
  // An unread message does cause a notification, unlike the one before.
  await expect.poll(() => desktop.standing().map(({ options }) => options.body)).toEqual(['And now?'])
  const messages = desktop.double.notifications.filter(({ options }) => options.hasReply)
  expect(messages.map(({ options }) => options.body)).toEqual(['And now?'])

  // The app quits. Its scheme supports no beacons: the page sends a request, and the app waits for it.
  desktop.double.app.quit()
  await expect(ben.page.getByText('Partner disconnected').first()).toBeVisible()
  await expect.poll(() => desktop.double.app.ended).toBe(true)
})

test('the app reports an unreachable server, and continues when it is back', async ({
  openDesktop,
  server,
}) => {
  // The network drops every packet: the window shows at once that it is connecting.
  const silent = createServer(() => undefined)
  await new Promise<void>((done) => silent.listen(0, 'localhost', done))
  const waiting = await openDesktop(`http://localhost:${(silent.address() as AddressInfo).port}`)
  await expect(waiting.page.getByRole('heading', { name: 'Connecting to Rapport…' })).toBeVisible()
  await expectAccessible(waiting.page, 'connecting')
  silent.close()
  silent.closeAllConnections()

  const { page, desktop } = await openDesktop('http://localhost:9')
  await expect(page.getByRole('heading', { name: 'We cannot reach Rapport.' })).toBeVisible()
  expect(desktop.trayItem('state')?.label).toBe('Offline')
  await expectAccessible(page, 'offline')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'We cannot reach Rapport.' })).toBeVisible()
  await page.getByLabel('Server address').fill('http://somewhere.example')
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please enter an address that begins with https://')
  await page.getByLabel('Server address').fill(server.url)
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  expect(desktop.double.dialog.asked).toHaveLength(1)
  expect(desktop.trayItem('state')?.label).toBe('No active chat')
})

test('a member switches to another server and back, and is still logged in', async ({
  openDesktop,
  server,
}) => {
  const { page, desktop } = await openDesktop()
  await registerDirectly(page, aProfile(['Known at several servers']))
  await expect.poll(() => desktop.trayItem('state')?.label).toBe('No active chat')
  await page.getByRole('button', { name: 'Settings' }).click()
  const section = page.getByRole('region', { name: 'Desktop' })
  // No server answers at that address.
  await section.getByLabel('Another server').fill('http://localhost:9')
  await section.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'We cannot reach Rapport.' })).toBeVisible()
  expect(desktop.double.dialog.asked.at(-1)?.detail).toContain(`Your login to ${server.url} is kept`)
  expect(await page.evaluate(() => window.rapportDesktop?.readToken())).toBeNull()
  await expect(page.getByRole('region', { name: 'Your other servers' })).toContainText(server.url)
  await expectAccessible(page, 'offline, with other servers')
  await page.getByRole('button', { name: `Connect to ${server.url}` }).click()
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(section.getByRole('listitem').first()).toContainText('Connected')
  await expectAccessible(page, 'several servers')
  await section.getByRole('button', { name: 'Forget http://localhost:9' }).click()
  await expect(section.getByRole('listitem')).toHaveText([`${server.url}Connected`])
})

test('the browser offers to open a mailed link in the app, for the paths that the app supports', async ({
  newVisitor,
}) => {
  const { page } = await newVisitor()
  const query = 'token=a%2Bb&email=asha%40example.com'
  await page.goto(`/open-app#/reset-password?${query}`)
  const link = page.getByRole('link', { name: 'Open the app' })
  await expect(link).toHaveAttribute('href', `rapport://reset-password?${query}`)
  await expect(page.getByRole('link', { name: 'Continue in the browser' })).toHaveAttribute(
    'href',
    `/reset-password?${query}`,
  )
  for (const odd of [
    '',
    '#',
    '#/admin',
    '#//evil.test/verify',
    '#https://evil.test/verify',
    '#javascript:alert(1)',
  ]) {
    await page.goto('about:blank')
    await page.goto(`/open-app${odd}`)
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
    await expect(link).toHaveCount(0)
  }
})

test('a member finds text in the page by keyboard alone', async ({ openDesktop }) => {
  const { page, desktop } = await openDesktop()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  desktop.window.webContents.text = 'One lake, two lakes.'
  const opened = page.context().waitForEvent('page')
  chooseInMenu(desktop, 'find')
  const bar = await opened
  await bar.setViewportSize({ width: 400, height: 52 })
  const text = bar.getByRole('textbox', { name: 'Find in page' })
  await expect(text).toBeFocused()
  await expectAccessible(bar, 'the find bar')
  await bar.keyboard.type('lake')
  await expect(bar.getByRole('status')).toHaveText('1 of 2')
  await bar.keyboard.press('Enter')
  await expect(bar.getByRole('status')).toHaveText('2 of 2')
  await bar.keyboard.press('Shift+Enter')
  await expect(bar.getByRole('status')).toHaveText('1 of 2')
  await bar.getByRole('button', { name: 'Previous match' }).press('Enter')
  await expect(bar.getByRole('status')).toHaveText('2 of 2')
  // The find bar follows the theme of the page.
  await page.evaluate(() => localStorage.setItem('ui-theme', 'dark'))
  await expect(bar.locator('html[data-theme="dark"]')).toHaveCount(1)
  await text.fill('ocean')
  await expect(bar.getByRole('status')).toHaveText('No results')
  await expect(bar.getByRole('button', { name: 'Next match' })).toBeDisabled()
  await text.fill('')
  await expect(bar.getByRole('status')).toBeEmpty()
  expect(await bar.evaluate(() => 'rapportDesktop' in window)).toBe(false)
  expect(await page.evaluate(() => 'findBar' in window)).toBe(false)
  const closed = bar.waitForEvent('close')
  // The page closes while the key is still down.
  await bar.keyboard.press('Escape').catch(() => undefined)
  await closed
  expect(desktop.window.webContents.isFocused()).toBe(true)
})

test('card payments open in the browser, because the app loads no third-party script', async ({
  openDesktop,
}) => {
  const { page } = await openDesktop()
  await registerDirectly(page, aProfile(['Paid elsewhere']))
  await page.goto('/pricing')
  await page.getByRole('heading', { name: 'Choose Your Plan' }).waitFor()
  const outside = page.waitForEvent('popup')
  await page
    .getByRole('button', { name: /Subscribe Now/ })
    .first()
    .click()
  expect(new URL((await outside).url()).pathname).toBe('/pricing')
  await expect(page.getByText('Pay in your browser').first()).toBeVisible()
  expect(await page.locator('script[src^="http"]').count()).toBe(0)
})

test('only the desktop app shows the desktop settings', async ({ openDesktop, newVisitor }) => {
  const { page, desktop } = await openDesktop()
  await registerDirectly(page, aProfile(['Settings of the desktop']))
  await expect.poll(() => desktop.trayItem('state')?.label).toBe('No active chat')
  await page.getByRole('button', { name: 'Settings' }).click()
  const section = page.getByRole('region', { name: 'Desktop' })
  await section.getByRole('switch', { name: /Close to tray/ }).click()
  await expect(section.getByRole('switch', { name: /Close to tray/ })).not.toBeChecked()
  // The settings show a change from the tray at once.
  desktop.press('launch-at-login', true)
  await expect(section.getByRole('switch', { name: /Launch at login/ })).toBeChecked()
  desktop.press('launch-at-login', false)
  await section.getByLabel('Another server').fill('ftp://nowhere')
  await section.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(section.getByRole('alert')).toContainText('begins with https://')
  await expectAccessible(page, 'settings')

  const browser = await newVisitor()
  await registerDirectly(browser.page, aProfile(['Settings of a browser']))
  await browser.page.getByRole('button', { name: 'Settings' }).click()
  await expect(browser.page.getByRole('region', { name: 'Appearance' })).toBeVisible()
  await expect(browser.page.getByRole('region', { name: 'Desktop' })).toHaveCount(0)
})
