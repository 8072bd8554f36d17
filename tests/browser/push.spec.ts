import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import {
  test as base,
  becomeMember,
  composer,
  expect,
  logInByForm,
  PASSWORD,
  say,
  type Visitor,
} from '../kit/browser.ts'
import { CHROMIUM_ARGUMENTS, findWholeChromium } from '../kit/chromium.ts'
import { expectRoomOnPhone } from '../kit/expect-room-on-phone.ts'
import { goBack } from '../kit/go-back.ts'
import { meet, type Named } from '../kit/named-visitors.ts'
import { pushSettings } from '../kit/push.ts'
import { makePushDevice, type PushDevice } from '../kit/push-device.ts'
import type { PushService } from '../kit/push-service.ts'
import { pushServiceFixture } from '../kit/push-service-fixture.ts'
import { showTab } from '../kit/show-tab.ts'

// Headless shells show no notifications.
const executablePath = findWholeChromium()

const test = base.extend<object, { service: PushService }>({
  service: pushServiceFixture,
  settings: [async ({ service }, use) => use(pushSettings(service)), { scope: 'worker' }],
})
if (executablePath) test.use({ launchOptions: { executablePath, args: CHROMIUM_ARGUMENTS } })

const settingsOf = (page: Page) => page.getByRole('dialog', { name: 'Settings' })

async function openSettings({ page }: Visitor) {
  await page.getByRole('button', { name: 'Settings' }).first().click()
  return settingsOf(page).getByRole('region', { name: 'Notifications' })
}

async function closeSettings({ page }: Visitor) {
  await page.keyboard.press('Escape')
  await expect(settingsOf(page)).toHaveCount(0)
}

async function turnOn(device: PushDevice) {
  const settings = await openSettings(device)
  const own = settings.getByRole('switch', { name: 'Notifications on this device' })
  await expect(own).not.toBeChecked()
  await own.press('Space')
  await expect(own).toBeChecked()
  await expect(settings.getByRole('checkbox', { name: 'New messages' })).toBeChecked()
  await expectAccessible(device.page, 'the settings of notifications')
  await expectRoomOnPhone(device.page, 'the settings of notifications')
  await closeSettings(device)
  expect(device.endpoint()).not.toBeNull()
}

/** Sets the chat aside and accepts the offer beside it. */
async function acceptOffer(device: PushDevice) {
  const { page } = device
  // Chromium without a window cannot ask, so it is allowed already and says here that it was not asked yet.
  await page.evaluate(() =>
    Object.defineProperty(Notification, 'permission', { configurable: true, get: () => 'default' }),
  )
  await goBack(page, { from: 1 })
  const offer = page.getByRole('region', { name: 'Notifications' })
  await expectAccessible(page, 'the offer of notifications')
  await expect(offer).toBeVisible()
  await expectRoomOnPhone(page, 'the offer of notifications')
  await offer.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(offer).toHaveCount(0)
  expect(device.endpoint()).not.toBeNull()
  await page.goForward()
  await composer(device).waitFor()
}

/** Hides the page, as a phone in a pocket does, once the server knows. */
async function hide({ page }: Visitor) {
  const told = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/push/visibility'))
  await showTab(page, false)
  await told
}

/** Asha with a laptop and a phone that get push messages, in a chat with Ben. */
async function twoDevices(newVisitor: (options: object) => Promise<Visitor>, service: PushService) {
  const allowed = { serviceWorkers: 'allow' } as const
  const laptop = await makePushDevice(await newVisitor(allowed), service)
  const phone = await makePushDevice(await newVisitor(allowed), service)
  const profile = await becomeMember(laptop, ['Pockets'])
  const asha: Named = { ...laptop, profile }
  const visitor = await newVisitor({})
  const ben: Named = { ...visitor, profile: await becomeMember(visitor, ['Pockets']) }
  await logInByForm(phone.page, profile.email, PASSWORD)
  await phone.page.getByRole('heading', { name: 'No Active Chat' }).waitFor()
  await turnOn(phone)
  await meet(asha, ben)
  await acceptOffer(laptop)
  return { laptop, phone, ben }
}

// covers: beyond-push-journey, beyond-push-settings, beyond-push-press, beyond-push-visible, beyond-push-read
test('a message rings on two devices, waits in quiet hours, opens its chat, and ends with the session', async ({
  newVisitor,
  service,
  server,
}) => {
  test.skip(!executablePath, 'no whole Chromium is installed')
  const { laptop, phone, ben } = await twoDevices(newVisitor, service)
  const subscriptions = () => server.sql('SELECT endpoint FROM push_subscription')

  await test.step('rings on both once no page is visible', async () => {
    await hide(phone)
    await say(ben, 'Seen on the laptop')
    await expect(laptop.page.getByRole('log')).toContainText('Seen on the laptop')
    await hide(laptop)
    await say(ben, 'Meet me at the lighthouse')
    for (const device of [laptop, phone]) {
      expect(await device.receive()).toBe('New message')
      await expect.poll(device.shown).toEqual(['New message'])
    }
    expect(service.received).toEqual([])
  })

  await test.step('opens the chat at a press, and closes its notification', async () => {
    await phone.press()
    await expect(composer(phone)).toBeVisible()
    await showTab(phone.page, true)
    await expect(phone.page.getByRole('log')).toContainText('Meet me at the lighthouse')
    await expect.poll(phone.shown).toEqual([])
  })

  await test.step('waits in quiet hours', async () => {
    const settings = await openSettings(phone)
    await settings.getByRole('switch', { name: 'Quiet hours' }).press('Space')
    await setQuietHours(phone.page)
    await closeSettings(phone)
    await hide(phone)
    await say(ben, 'Are you asleep?')
    const later = `SELECT 1 FROM push_delivery WHERE due > now() + interval '30 minutes'`
    await expect.poll(async () => (await server.sql(later)).length).toBe(2)
    expect(service.received).toEqual([])
    // The night is over.
    await server.sql(`UPDATE push_preference SET quiet_from = NULL, quiet_until = NULL, time_zone = NULL`)
    await server.sql('UPDATE push_delivery SET due = now()')
    for (const device of [laptop, phone]) expect(await device.receive()).toBe('New message')
  })

  await test.step('subscribes again after the server got another key', async () => {
    laptop.ageKey()
    const before = laptop.endpoint()
    await server.sql(`UPDATE push_subscription SET server_key = 'BEarlierKey' WHERE endpoint = $1`, [before])
    await laptop.page.reload()
    await expect.poll(laptop.endpoint).not.toBe(before)
    const current = `SELECT 1 FROM push_subscription WHERE endpoint = $1 AND server_key <> 'BEarlierKey'`
    await expect.poll(async () => (await server.sql(current, [laptop.endpoint()])).length).toBe(1)
  })

  await test.step('ends when the push service says that the browser is gone', async () => {
    await hide(laptop)
    service.forget(phone.endpoint() ?? '')
    await say(ben, 'Still there?')
    expect(await laptop.receive()).toBe('New message')
    await expect.poll(subscriptions).toEqual([{ endpoint: laptop.endpoint() }])
    await laptop.page.goto('/privacy-centre#push-devices')
    const devices = devicesOf(laptop)
    await expect(devices.getByRole('listitem')).toHaveCount(1)
    await expect(devices.getByRole('listitem')).toContainText('This device')
    await expectAccessible(laptop.page, 'the devices with notifications')
  })

  await test.step('ends with the session', async () => {
    const { page } = laptop
    await page.goto('/')
    page.once('dialog', (question) => void question.accept())
    await openSettings(laptop)
    await settingsOf(page).getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('button', { name: 'Login', exact: true }).waitFor()
    await expect.poll(laptop.endpoint).toBeNull()
    await expect.poll(laptop.shown).toEqual([])
    expect(await subscriptions()).toEqual([])
    await phone.page.goto('/privacy-centre#push-devices')
    await expect(devicesOf(phone)).toContainText('No device gets notifications.')
  })
})

const devicesOf = ({ page }: Visitor) => page.getByRole('region', { name: 'Notifications on your devices' })

/** Sets quiet hours around the present hour. */
async function setQuietHours(page: Page) {
  const hourIn = (hours: number) =>
    page.evaluate((by) => {
      const then = new Date(Date.now() + by * 3_600_000)
      return `${String(then.getHours()).padStart(2, '0')}:00`
    }, hours)
  for (const [label, hours] of [
    ['From', -1],
    ['Until', 3],
  ] as const) {
    const field = settingsOf(page).getByLabel(label, { exact: true })
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/push/preferences'))
    await field.fill(await hourIn(hours))
    await field.blur()
    await saved
  }
}
