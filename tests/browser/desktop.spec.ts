import {
  aProfile,
  becomeMember,
  composer,
  expect,
  findMatch,
  mailed,
  registerByForm,
  registerDirectly,
  say,
} from '../kit/browser.ts'
import { asVisitor, test } from '../kit/desktop-browser.ts'
import { preventable } from '../kit/electron/contents.ts'

// covers: beyond-desktop-journey
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

  // Asha registers, and the mail's link opens the app.
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

// covers: beyond-desktop-read-elsewhere
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
