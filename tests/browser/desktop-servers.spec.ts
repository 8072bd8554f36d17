import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectAccessible } from '../kit/accessibility.ts'
import { aProfile, expect, registerDirectly } from '../kit/browser.ts'
import { test } from '../kit/desktop-browser.ts'

// covers: beyond-desktop-offline-page
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
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  expect(desktop.double.dialog.asked).toHaveLength(1)
  expect(desktop.trayItem('state')?.label).toBe('No active chat')
})

// covers: beyond-desktop-servers
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

// covers: beyond-open-app-page
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
    await expect(page.getByRole('heading', { name: "This link doesn't work" })).toBeVisible()
    await expect(link).toHaveCount(0)
  }
})
