import type { CDPSession, Page } from '@playwright/test'
import { composer, expect, say, test, type Visitor } from '../kit/browser.ts'
import { meet } from '../kit/meet.ts'
import { showTab } from '../kit/show-tab.ts'

const log = ({ page }: Visitor) => page.getByRole('log')

async function openTab({ context }: Visitor): Promise<Visitor> {
  const page = await context.newPage()
  await page.goto('/')
  return { context, page }
}

/** Writes with an input method, whose Enter chooses the characters. */
async function compose(devtools: CDPSession, unfinished: string, chosen: string) {
  await devtools.send('Input.imeSetComposition', {
    text: unfinished,
    selectionStart: unfinished.length,
    selectionEnd: unfinished.length,
  })
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 }
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
  await devtools.send('Input.insertText', { text: chosen })
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
}

/** A headless browser keeps no page in its cache for Back: the page gets the events of one that was kept. */
const cache = (page: Page, type: 'pagehide' | 'pageshow') =>
  page.evaluate((name) => {
    window.dispatchEvent(new PageTransitionEvent(name, { persisted: true }))
  }, type)

// covers: beyond-drafts-last, beyond-drafts-input-methods, beyond-drafts-cached-page
// covers: design-input-methods
test('a draft of an input method outlasts a frozen tab, another page and the cache for Back, and is sent once', async ({
  newVisitor,
}) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  await meet(asha, ben, 'Half sentences')
  // Pages in the cache hear nothing of other tabs.
  await ben.page.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'))
  await ben.page.reload()
  await expect(composer(ben)).toBeFocused()
  const devtools = await ben.context.newCDPSession(ben.page)
  await compose(devtools, 'きょう', '今日')
  await expect(composer(ben)).toHaveValue('今日')
  await compose(devtools, 'は', 'は')
  await expect(composer(ben)).toHaveValue('今日は')

  // A tab that is frozen may never run again.
  await ben.page.keyboard.insertText('、')
  await showTab(ben.page, false)
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
  const second = await openTab(ben)
  await expect(composer(second)).toHaveValue('今日は、')
  await say(asha, 'While it was frozen')
  await expect(log(second)).toContainText('While it was frozen')
  await devtools.send('Page.setWebLifecycleState', { state: 'active' })
  await showTab(ben.page, true)
  await expect(log(ben)).toContainText('While it was frozen')
  await expect(composer(ben)).toHaveValue('今日は、')

  await ben.page.goto('/logo.svg')
  await ben.page.goBack()
  await expect(composer(ben)).toHaveValue('今日は、')
  await expect(log(ben)).not.toContainText('今日')

  await cache(ben.page, 'pagehide')
  await composer(second).press('Enter')
  await expect(log(asha)).toContainText('今日は、')
  await say(asha, 'While it was cached')
  await expect(log(second)).toContainText('While it was cached')
  await cache(ben.page, 'pageshow')
  await expect(composer(ben)).toHaveValue('')
  await say(asha, 'After it')
  for (const visitor of [asha, ben, second])
    for (const text of ['While it was frozen', '今日は、', 'While it was cached', 'After it'])
      await expect(log(visitor).getByText(text, { exact: true })).toHaveCount(1)
})
