import { expect, say, test, type Visitor } from '../kit/browser.ts'
import { holdLongTimers } from '../kit/hold-long-timers.ts'
import { aMember, meet, type Named } from '../kit/named-visitors.ts'
import { showTab } from '../kit/show-tab.ts'

/** Two members in a chat. The first has it open in a second tab too, whose long timers end when the test says so. */
async function meetInTwoTabs(newVisitor: () => Promise<Visitor>) {
  const interest = `Waking ${crypto.randomUUID().slice(0, 8)}`
  const [asha, ben] = [await aMember(newVisitor, interest), await aMember(newVisitor, interest)]
  await meet(asha, ben)
  const page = await asha.context.newPage()
  const timers = await holdLongTimers(page)
  await page.goto('/')
  const second = { page, timers }
  await hear(second, ben, 'One')
  return { asha, ben, second }
}

const log = ({ page }: Pick<Visitor, 'page'>) => page.getByRole('log')

/** The partner writes, and the page shows it. */
async function hear(visitor: Pick<Visitor, 'page'>, ben: Named, text: string) {
  await say(ben, text)
  await expect(log(visitor)).toContainText(text)
}

// covers: beyond-silent-tab
test('a tab under an open dialog of the browser is replaced by the other tab after 45 seconds', async ({
  newVisitor,
}) => {
  const { asha, ben, second } = await meetInTwoTabs(newVisitor)
  const opened = asha.page.waitForEvent('dialog')
  await asha.page.evaluate(() => void setTimeout(() => confirm('Still there?')))
  const dialog = await opened
  await say(ben, 'Two')
  await second.timers.end()
  await expect(log(second)).toContainText('Two')
  await hear(second, ben, 'Three')
  await dialog.accept()
  await hear(asha, ben, 'Four')
  await expect(log(second)).toContainText('Four')
  for (const visitor of [asha, second])
    for (const text of ['Two', 'Three', 'Four'])
      await expect(log(visitor).getByText(text, { exact: true })).toHaveCount(1)
})

// covers: beyond-right-when-looked-at
test('a tab that is looked at receives what it missed at once when the reading tab is frozen', async ({
  newVisitor,
}) => {
  const { asha, ben, second } = await meetInTwoTabs(newVisitor)
  const devtools = await asha.context.newCDPSession(asha.page)
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
  await showTab(second.page, false)
  await say(ben, 'Two')
  await showTab(second.page, true)
  await expect(log(second)).toContainText('Two')
  await devtools.send('Page.setWebLifecycleState', { state: 'active' })
  await expect(log(asha)).toContainText('Two')
  await hear(asha, ben, 'Three')
  await expect(log(second)).toContainText('Three')
})

test('a tab that crashes is replaced by the other tab at once', async ({ newVisitor }) => {
  const { asha, ben, second } = await meetInTwoTabs(newVisitor)
  const devtools = await asha.context.newCDPSession(asha.page)
  const crashed = asha.page.waitForEvent('crash')
  devtools.send('Page.crash').catch(() => undefined)
  await crashed
  await hear(second, ben, 'Two')
})
