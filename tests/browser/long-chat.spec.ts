import { becomeMember, composer, expect, findMatch, say, test, type Visitor } from '../kit/browser.ts'
import { INSERT_HISTORY } from '../kit/message-history.ts'
import { printedPages } from '../kit/printed-pages.ts'

const HISTORY = 650
/** More than fits on any screen, and far fewer than the list holds. */
const RENDERED = 150

const bubbles = ({ page }: Visitor) => page.locator('.log-part .bubble-row')
const history = ({ page }: Visitor) => page.getByRole('region', { name: 'Message history' })
const toTop = (visitor: Visitor) =>
  history(visitor).evaluate((element) => element.scrollTo(0, -element.scrollHeight))

/** Counts the messages that the browser lays out and paints. */
const renderedOf = (visitor: Visitor) =>
  bubbles(visitor).evaluateAll(
    (all) =>
      all.filter((one) => one.firstElementChild?.checkVisibility({ contentVisibilityAuto: true })).length,
  )

/** Returns the computed values of what an open dialog sets on the body. */
const inheritedFromDialog = ({ page }: Visitor, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const style = getComputedStyle(element)
      return {
        pointerEvents: style.pointerEvents,
        gap: style.getPropertyValue('--removed-body-scroll-bar-size'),
      }
    })

/** Loads everything that is older. The requests ask for a hundred messages instead of ten, to be quick. */
async function loadAll(visitor: Visitor) {
  const { page } = visitor
  await page.route('**/api/v1/messages', (route) => {
    const body = { ...(route.request().postDataJSON() as object), size: 100 }
    return route.continue({ postData: JSON.stringify(body) })
  })
  const more = page.getByRole('button', { name: 'Load More' })
  while (await more.isVisible()) {
    const before = await bubbles(visitor).count()
    await toTop(visitor)
    await expect(page.getByRole('button', { name: /Jump to Latest/ })).toBeVisible()
    await more.click()
    await expect.poll(() => bubbles(visitor).count()).toBeGreaterThan(before)
  }
  await page.unroute('**/api/v1/messages')
}

/** On a touch device, small buttons have a larger area, and stay where they are placed. */
async function expectPlacesOnTouch(visitor: Visitor) {
  const { page } = visitor
  await toTop(visitor)
  const jump = await page.getByRole('button', { name: /Jump to Latest/ }).boundingBox()
  const log = await history(visitor).boundingBox()
  expect(jump && log && jump.y + jump.height).toBeLessThan((log?.y ?? 0) + (log?.height ?? 0))
  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  const conversation = page.locator('.conversation').first()
  const row = await conversation.boundingBox()
  const more = await conversation.locator('.row-more').boundingBox()
  expect(row?.height).toBeLessThan(70)
  expect(more?.x).toBeGreaterThan((row?.x ?? 0) + (row?.width ?? 0) / 2)
  await page.keyboard.press('Escape')
}

// covers: design-printing, design-reading-further-up, design-touch-areas, beyond-long-conversation
test('a long conversation renders what is on screen, keeps its place, and drops old messages at the latest one', async ({
  newVisitor,
  server,
}) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const [asha, ben] = [await newVisitor(), await newVisitor(phone)]
  await becomeMember(asha, ['Night trains'])
  const { displayName } = await becomeMember(ben, ['Night trains'])
  await findMatch(asha)
  await findMatch(ben)
  await expect(composer(asha)).toBeFocused()
  await say(ben, 'This is the latest one.')
  await expect(asha.page.getByRole('log')).toContainText('This is the latest one.')
  await server.sql(INSERT_HISTORY, [displayName, HISTORY])
  await asha.page.reload()
  await expect(asha.page.getByRole('log')).toContainText('This is the latest one.')

  // Scrolled up to the first message, few of the loaded messages are rendered.
  await loadAll(asha)
  await expect(bubbles(asha)).toHaveCount(HISTORY + 1)
  await toTop(asha)
  const first = bubbles(asha).filter({ hasText: `Message ${HISTORY} of` })
  await expect(first).toBeInViewport()
  expect(await renderedOf(asha)).toBeLessThan(RENDERED)

  // A message that arrives does not move what is read.
  const place = await first.boundingBox()
  await say(ben, 'Are you still reading?')
  await expect(asha.page.getByRole('button', { name: /1 new/ })).toBeVisible()
  await expect(first).toBeInViewport()
  const after = await first.boundingBox()
  // Positions are rounded to parts of a pixel.
  expect(Math.abs((after?.y ?? 0) - (place?.y ?? -100))).toBeLessThan(1)
  await expect(bubbles(asha)).toHaveCount(HISTORY + 2)

  // Back at the latest message the oldest are dropped, and can be loaded again.
  await asha.page.getByRole('button', { name: /Jump to Latest/ }).click()
  await expect(bubbles(asha).filter({ hasText: 'Are you still reading?' })).toBeInViewport()
  await expect(bubbles(asha)).toHaveCount(300)
  await loadAll(asha)
  await expect(bubbles(asha)).toHaveCount(HISTORY + 2)
  await toTop(asha)
  await expect(first).toBeInViewport()
  // All that is loaded is printed.
  expect(await printedPages(asha.page)).toBeGreaterThan(10)

  await server.sql(`UPDATE "user" SET premium_until = '2999-12-18T12:00Z' WHERE display_name = $1`, [
    displayName,
  ])
  await ben.page.reload()
  await expect(ben.page.getByRole('log')).toContainText('Are you still reading?')
  await expectPlacesOnTouch(ben)

  // What a dialog sets on the body does not reach the page: the browser would compute the style of each message again.
  await asha.page.getByRole('button', { name: 'Report' }).click()
  await expect(asha.page.getByRole('dialog', { name: 'Report User' })).toBeVisible()
  expect(await inheritedFromDialog(asha, 'body')).toEqual({ pointerEvents: 'none', gap: '0px' })
  expect(await inheritedFromDialog(asha, '.bubble-row')).toEqual({ pointerEvents: 'auto', gap: '' })

  await asha.page.goto('/terms')
  await asha.page.locator('.main-document h1').waitFor()
  expect(await printedPages(asha.page)).toBeGreaterThan(1)
})
