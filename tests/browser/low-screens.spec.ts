import { becomeMember, composer, expect, findMatch, test } from '../kit/browser.ts'

const LANDSCAPE = { width: 844, height: 390 }
const ZOOMED = { width: 320, height: 256 }

// covers: design-find-match-on-small-screens, design-low-screens
test('a low screen shows Find Match, the search and messages, and the narrowest phone eight letters of a name', async ({
  newVisitor,
}) => {
  const asha = await newVisitor({ viewport: LANDSCAPE })
  const ben = await newVisitor()
  await becomeMember(asha, ['On its side'])
  const { displayName } = await becomeMember(ben, ['On its side'])
  const find = asha.page.getByRole('button', { name: 'Find Match' })
  await expect(find).toBeInViewport({ ratio: 1 })
  await expect(find).toHaveAccessibleName(/^Find Match \d+ online with an interest in common$/)

  await find.click()
  const looking = asha.page.getByRole('heading', { name: 'Finding a match...' })
  const cancel = asha.page.getByRole('button', { name: 'Cancel Search' })
  await looking.waitFor()
  // A phone in landscape, and a laptop at 400 % zoom.
  for (const viewport of [LANDSCAPE, ZOOMED]) {
    await asha.page.setViewportSize(viewport)
    for (const part of [looking, cancel]) {
      await part.scrollIntoViewIfNeeded()
      await expect(part).toBeInViewport({ ratio: 1 })
    }
  }
  await findMatch(ben)
  await composer(asha).waitFor()
  for (const [viewport, least] of [
    [LANDSCAPE, 180],
    [ZOOMED, 90],
  ] as const) {
    await asha.page.setViewportSize(viewport)
    const log = await asha.page.locator('.log-scroll').boundingBox()
    expect(log?.height).toBeGreaterThan(least)
    await expect(composer(asha)).toBeInViewport({ ratio: 1 })
  }
  await asha.page.setViewportSize({ width: 320, height: 640 })
  const name = asha.page.getByRole('heading', { name: displayName })
  await expect(name).toBeInViewport({ ratio: 1 })
  const widths = await name.evaluate((heading) => {
    const text = heading.firstChild
    const range = document.createRange()
    if (text) {
      range.setStart(text, 0)
      range.setEnd(text, 8)
    }
    return { name: heading.clientWidth, letters: range.getBoundingClientRect().width }
  })
  expect(widths.letters).toBeGreaterThan(0)
  expect(widths.name).toBeGreaterThan(widths.letters)
})
