import { expectAccessible } from '../kit/accessibility.ts'
import {
  becomeMember,
  composer,
  expect,
  findMatch,
  type Profile,
  say,
  test,
  type Visitor,
} from '../kit/browser.ts'
import { settledHistory } from '../kit/go-back.ts'

interface Named extends Visitor {
  profile: Profile
}

async function meetAs(visitors: [Visitor, Visitor], interest: string): Promise<[Named, Named]> {
  const [first, second] = visitors
  const asha = { ...first, profile: await becomeMember(first, [interest]) }
  const ben = { ...second, profile: await becomeMember(second, [interest]) }
  await findMatch(asha)
  await asha.page.getByRole('heading', { name: 'Finding a match...' }).waitFor()
  await findMatch(ben)
  await composer(asha).waitFor()
  await composer(ben).waitFor()
  return [asha, ben]
}

async function leave({ page }: Visitor) {
  const searching = page.getByRole('button', { name: 'Cancel Search' })
  // On a busy machine the question can expire before it is answered, and the search can begin late.
  await expect(async () => {
    if (!(await searching.isVisible()))
      await page.getByRole('button', { name: /Find Another|Are you sure/ }).click({ timeout: 1_000 })
    await expect(searching).toBeVisible({ timeout: 500 })
  }).toPass()
  await searching.click()
}

const told = ({ page }: Visitor) => page.getByText('Partner disconnected', { exact: true }).first()
const tool = ({ page }: Visitor, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true })

// covers: beyond-open-report-keeps-text
test('a report dialog still works after the partner has left', async ({ newVisitor }) => {
  const [asha, ben] = await meetAs([await newVisitor(), await newVisitor()], 'Left while reporting')
  await say(ben, 'Something nasty')
  await expect(asha.page.getByRole('log')).toContainText('Something nasty')
  await tool(asha, 'Report').click()
  const dialog = asha.page.getByRole('dialog', { name: 'Report User' })
  await dialog.getByRole('textbox').fill('He wrote something')
  await leave(ben)
  await expect(told(asha)).toBeVisible()
  await expect(dialog.getByRole('textbox')).toHaveValue('He wrote something')
  await dialog.getByRole('textbox').press('End')
  await asha.page.keyboard.type(' nasty')
  await dialog.getByRole('button', { name: 'Submit Report' }).click()
  await expect(asha.page.getByText('User Reported and Blocked').first()).toBeVisible()
  await expect(asha.page.getByRole('heading', { name: 'No Active Chat' })).toBeVisible()
})

// covers: beyond-draft-after-partner-left
test('an ended chat keeps its messages, the draft and Block on a phone, and offers Find Match', async ({
  newVisitor,
}) => {
  const phone = { viewport: { width: 390, height: 844 }, permissions: ['clipboard-read', 'clipboard-write'] }
  const [asha, ben] = await meetAs([await newVisitor(phone), await newVisitor()], 'Left while typing')
  await say(ben, 'Bye')
  await expect(asha.page.getByRole('log')).toContainText('Bye')
  await asha.page.keyboard.type('Wait, I wanted to ')
  await leave(ben)
  await expect(told(asha)).toBeVisible()
  await asha.page.keyboard.type('tell you ')
  const draft = asha.page.getByRole('textbox', { name: 'Your unsent message' })
  await expect(draft).toBeFocused()
  await expect(draft).toHaveValue('Wait, I wanted to ')
  await asha.page.getByRole('button', { name: 'Copy' }).click()
  expect(await asha.page.evaluate(() => navigator.clipboard.readText())).toBe('Wait, I wanted to ')
  await expect(asha.page.getByRole('log')).toContainText('Bye')
  await expect(tool(asha, 'Block')).toBeVisible()
  await expect(tool(asha, 'Report')).toBeVisible()
  await expectAccessible(asha.page, 'an ended chat')
  await asha.page.getByRole('button', { name: 'Find Match' }).click()
  await expect(asha.page.getByRole('heading', { name: 'Finding a match...' })).toBeVisible()
  // Members of the next test must not be matched with her ticket.
  const cancelled = asha.page.waitForResponse((response) => response.request().method() === 'DELETE')
  await asha.page.keyboard.press('Escape')
  await cancelled
})

// covers: beyond-free-members-report
test('a free member blocks a recent partner from the sidebar, and reports one from the safety centre', async ({
  newVisitor,
}) => {
  const [asha, ben] = await meetAs([await newVisitor(), await newVisitor()], 'Blocked a day later')
  await leave(ben)
  await expect(told(asha)).toBeVisible()
  await tool(asha, 'Close').click()
  await asha.page.getByRole('button', { name: 'Get help with a recent chat' }).click()
  const sheet = asha.page.getByRole('dialog', { name: 'Safety' })
  await sheet.getByRole('button', { name: `Block ${ben.profile.displayName}` }).click()
  await asha.page
    .getByRole('dialog', { name: `Block ${ben.profile.displayName}?` })
    .getByRole('button', { name: 'Block' })
    .click()
  await expect(sheet.getByText('Blocked', { exact: true })).toBeVisible()
  await expect(sheet.getByRole('heading', { name: 'Recent chats' })).toBeFocused()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await settledHistory(asha.page, 0)

  await asha.page.goto('/safety-centre#recent')
  const recent = asha.page.getByRole('region', { name: 'Recent chats' })
  await recent.getByRole('button', { name: `Report ${ben.profile.displayName}` }).click()
  await asha.page.getByLabel('What happened?').fill('Threats')
  await asha.page.getByRole('button', { name: 'Submit Report' }).click()
  await expect(asha.page.getByRole('region', { name: 'Your reports' })).toContainText('Threats')
})

// covers: beyond-toasts-leave-buttons-free
test('toasts do not cover Clear, Block and Report, even below the offline banner', async ({ newVisitor }) => {
  const [, ben] = await meetAs([await newVisitor(), await newVisitor()], 'Small things')
  await ben.page.route('**/api/user/report/true', (route) => route.abort())
  const [wide, phone] = [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]
  for (const [viewport, isOffline] of [
    [wide, false],
    [phone, false],
    [phone, true],
    [wide, true],
  ] as const) {
    await ben.page.setViewportSize(viewport)
    await ben.context.setOffline(isOffline)
    await expect(ben.page.locator('.offline-banner')).toBeVisible({ visible: isOffline })
    await tool(ben, 'Report').click()
    await ben.page.getByLabel('What happened?').fill('x')
    await ben.page.getByRole('button', { name: 'Submit Report' }).click()
    const toast = ben.page.locator('.toast')
    await expect(toast).toContainText('Report Failed')
    await ben.page.getByRole('button', { name: 'Cancel' }).click()
    const area = await toast.boundingBox()
    const tools = await ben.page.locator('.chat-head .tools').boundingBox()
    expect((tools?.y ?? 0) + (tools?.height ?? 0)).toBeLessThanOrEqual(area?.y ?? 0)
    await toast.getByRole('button', { name: 'Close' }).click()
  }
})

// covers: 2.5-jump-to-latest, beyond-too-long-text
test('a text over the limit shows an error uncut, and unseen messages are counted', async ({
  newVisitor,
}) => {
  const [asha, ben] = await meetAs([await newVisitor(), await newVisitor()], 'Long texts')
  await composer(asha).fill('a'.repeat(4_003))
  await expect(asha.page.getByRole('alert')).toContainText(
    'This is 3 characters too long. The limit is 4,000.',
  )
  await expect(composer(asha)).toHaveValue('a'.repeat(4_003))
  await expect(asha.page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await expectAccessible(asha.page, 'a message that is too long')
  await composer(asha).fill(`${'long '.repeat(600)}end`)
  await composer(asha).press('Enter')
  await expect(ben.page.getByRole('log')).toContainText('long end')
  // Nothing else moves the log after this.
  await expect(asha.page.getByRole('log')).toContainText('Read')
  await asha.page.getByRole('region', { name: 'Message history' }).focus()
  await asha.page.keyboard.press('Home')
  await expect(asha.page.getByRole('button', { name: 'Jump to Latest' })).toBeVisible()
  await say(ben, 'One')
  await say(ben, 'Two')
  await expect(asha.page.getByRole('button', { name: 'Jump to Latest 2 new' })).toBeVisible()
  await asha.page.getByRole('button', { name: 'Jump to Latest' }).click()
  await expect(asha.page.getByRole('button', { name: 'Jump to Latest' })).toHaveCount(0)

  // A hidden tab shows new messages in its title.
  await asha.page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await say(ben, 'Three')
  await expect(asha.page).toHaveTitle(/^\(1\) Rapport/)
  await expect(asha.page.locator('link[rel="icon"]')).toHaveAttribute('href', '/logo-unread.svg')
  expect((await asha.page.request.get('/logo-unread.svg')).status()).toBe(200)
})
