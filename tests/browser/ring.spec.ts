import { TIMING } from '#schema/limits.ts'
import { expectAccessible } from '../kit/accessibility.ts'
import { becomeMember, composer, expect, findMatch, type Visitor } from '../kit/browser.ts'
import { CHROMIUM_ARGUMENTS, findWholeChromium } from '../kit/chromium.ts'
import { expectRoomOnPhone } from '../kit/expect-room-on-phone.ts'
import { leaveChat } from '../kit/leave-chat.ts'
import { pushSettings } from '../kit/push.ts'
import { makePushDevice } from '../kit/push-device.ts'
import type { PushService } from '../kit/push-service.ts'
import { pushServiceFixture } from '../kit/push-service-fixture.ts'
import { joinSecondNode, test as twoNodes } from '../kit/two-nodes.ts'

// Headless shells show no notifications.
const executablePath = findWholeChromium()

const test = twoNodes.extend<object, { service: PushService }>({
  service: pushServiceFixture,
  settings: [
    async ({ service, redisUrl }, use) =>
      use({ ...pushSettings(service), ...(redisUrl !== '' && { REDIS_URL: redisUrl }) }),
    { scope: 'worker' },
  ],
})
if (executablePath) test.use({ launchOptions: { executablePath, args: CHROMIUM_ARGUMENTS } })

const RUNG = 'Someone was found. Come within a minute to chat.'
const cardOf = ({ page }: Visitor) => page.getByRole('region', { name: 'Ring me' })
const lineOf = ({ page }: Visitor) => page.getByRole('region', { name: 'Your search' })

/** Leaves the app, as closing its tab does. The tab stays, because notifications are delivered through it. */
const closeApp = ({ page }: Visitor) => page.goto('/robots.txt')

/** Turns on that the search goes on, which asks for notifications first. */
async function askToBeRung(visitor: Visitor) {
  const card = cardOf(visitor)
  await card.getByRole('button', { name: 'Ring me' }).press('Enter')
  await expect(card).toContainText(/We'll ring you until \d\d:\d\d\. You can close the app\./)
  await expect(card.getByRole('button', { name: 'Extend' })).toBeFocused()
  await expectAccessible(visitor.page, 'a search that goes on')
  await expectRoomOnPhone(visitor.page, 'a search that goes on')
}

// covers: beyond-ring-journey
test('a member closes the app, is rung and comes to the chat; later does not come, which both learn', async ({
  newVisitor,
  service,
  secondUrl,
}) => {
  test.skip(!executablePath, 'no whole Chromium is installed')
  test.skip(secondUrl === '', 'redis-server is not installed')
  const asha = await makePushDevice(await newVisitor({ serviceWorkers: 'allow' }), service)
  await becomeMember(asha, ['Night trains'])
  const ben = await joinSecondNode({ newVisitor, secondUrl }, 'Night trains')

  await test.step('shows on the home screen that the search goes on', async () => {
    await findMatch(asha)
    await askToBeRung(asha)
    expect(asha.endpoint()).not.toBeNull()
    await closeApp(asha)
    await asha.page.goto('/')
    await expect(lineOf(asha)).toContainText('Your search goes on until')
    await expectAccessible(asha.page, 'the home screen while the search goes on')
    await closeApp(asha)
  })

  await test.step('opens the chat once both are there', async () => {
    await findMatch(ben)
    await expect(cardOf(ben)).toContainText('Someone was found. Waiting for them to come…')
    await expectAccessible(ben.page, 'the wait for a partner who is rung')
    await expectRoomOnPhone(ben.page, 'the wait for a partner who is rung')
    expect(await asha.receive()).toBe(RUNG)
    await expect.poll(asha.shown).toEqual([RUNG])
    await asha.page.goto('/')
    await composer(asha).waitFor()
    await composer(ben).waitFor()
    await expect.poll(asha.shown).toEqual([])
  })

  await test.step('tells both when the member does not come', async () => {
    await leaveChat(asha)
    await findMatch(asha)
    await askToBeRung(asha)
    await closeApp(asha)
    const cleo = await joinSecondNode({ newVisitor, secondUrl }, 'Night trains')
    await findMatch(cleo)
    expect(await asha.receive()).toBe(RUNG)
    await expect(cardOf(cleo)).toContainText(
      "They couldn't come. You keep your place, and the search goes on.",
      {
        timeout: 2 * TIMING.ringFor,
      },
    )
    await expect(cleo.page.getByRole('heading', { name: 'Finding a match...' })).toBeVisible()
    await asha.page.goto('/')
    await expect(lineOf(asha)).toContainText("Someone was found, but you didn't come in time.")
    await expectAccessible(asha.page, 'the line about a missed ring')
    await lineOf(asha).getByRole('button', { name: 'Hide' }).press('Enter')
    await expect(lineOf(asha)).toHaveCount(0)
    const read = asha.page.waitForResponse((answer) => answer.url().endsWith('/api/v1/search'))
    await asha.page.reload()
    await read
    await expect(lineOf(asha)).toHaveCount(0)
  })
})
