import { becomeMember, composer, expect, findMatch, say, test, type Visitor } from '../kit/browser.ts'

// covers: design-right-to-left-and-long-words
test('right-to-left text and very long words keep the layout intact', async ({ newVisitor }) => {
  const [asha, ben] = [await newVisitor({ viewport: { width: 360, height: 740 } }), await newVisitor()]
  await becomeMember(asha, ['Calligraphy'])
  await becomeMember(ben, ['Calligraphy'])
  await findMatch(asha)
  await asha.page.getByRole('heading', { name: 'Finding a match...' }).waitFor()
  await findMatch(ben)
  await composer(asha).waitFor()
  await composer(ben).waitFor()

  const [arabic, endless] = ['مرحبا، كيف حالك؟ hello', 'Donaudampfschifffahrt'.repeat(12)]
  await say(ben, arabic)
  await say(ben, endless)
  await say(ben, 'left to right again')
  const bubble = (text: string) => asha.page.getByRole('log').getByText(text, { exact: true })
  await expect(bubble(arabic)).toHaveCSS('direction', 'rtl')
  await expect(bubble('left to right again')).toHaveCSS('direction', 'ltr')
  await expect(bubble(endless)).toBeVisible()
  const overflow = await asha.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  const box = await bubble(endless).boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360)
})

// covers: beyond-message-times
test('a phone shows eight short messages at once; a tap, a pointer and the keyboard show their times', async ({
  newVisitor,
}) => {
  const phone = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const desk = await newVisitor()
  const interests = ['Eight at once']
  for (const visitor of [phone, desk]) await becomeMember(visitor, interests)
  await findMatch(phone)
  await findMatch(desk)
  await composer(phone).waitFor()
  await composer(desk).waitFor()
  const texts = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight']
  for (const [index, text] of texts.entries()) {
    const [from, to] = index % 2 === 0 ? [desk, phone] : [phone, desk]
    await say(from, text)
    await expect(to.page.getByRole('log')).toContainText(text)
  }
  const row = ({ page }: Visitor, text: string) => page.locator('.bubble-row', { hasText: text })
  const time = (visitor: Visitor, text: string) => row(visitor, text).locator('time')
  for (const text of texts) await expect(row(phone, text)).toBeInViewport({ ratio: 1 })

  await expect(time(phone, 'Four')).toHaveCSS('opacity', '0')
  await expect(time(phone, 'Four')).toHaveText(/^\d+:\d\d\s[AP]M$/)
  const bubble = row(phone, 'Four').locator('.bubble')
  await bubble.tap()
  await expect(time(phone, 'Four')).toHaveCSS('opacity', '1')
  // As in a browser whose clicks do not name the pointer.
  await bubble.dispatchEvent('pointerdown', { pointerType: 'touch', bubbles: true })
  await bubble.dispatchEvent('click')
  await expect(time(phone, 'Four')).toHaveCSS('opacity', '0')

  await row(desk, 'Three').hover()
  await expect(time(desk, 'Three')).toHaveCSS('opacity', '1')
  await expect(time(desk, 'Four')).toHaveCSS('opacity', '0')
  await composer(desk).focus()
  await desk.page.keyboard.press('Shift+Tab')
  const history = desk.page.getByRole('region', { name: 'Message history' })
  while (!(await history.evaluate((element) => element === document.activeElement)))
    await desk.page.keyboard.press('Shift+Tab')
  await expect(time(desk, 'Four')).toHaveCSS('opacity', '1')
})

/** Has one type and send while the other reads further up, and expects the text to stay in its place. */
async function expectKeptPlace(reader: Visitor, writer: Visitor) {
  const history = reader.page.getByRole('region', { name: 'Message history' })
  await history.evaluate((element) => element.scrollTo(0, -500))
  await expect(reader.page.getByRole('button', { name: /Jump to Latest/ })).toBeVisible()
  const shown = await history.evaluateHandle((element) => {
    const { top } = element.getBoundingClientRect()
    return [...element.querySelectorAll('.bubble')].find((one) => one.getBoundingClientRect().top > top)
  })
  const topOf = () => shown.evaluate((one) => one?.getBoundingClientRect().top ?? 0)
  const before = await topOf()
  for (const text of ['One more', 'And another', 'And the last']) {
    await composer(writer).pressSequentially(text)
    await expect(reader.page.getByText('is typing...')).toBeVisible()
    expect(Math.abs((await topOf()) - before)).toBeLessThan(2)
    await composer(writer).press('Enter')
    await expect(reader.page.getByRole('log')).toContainText(text)
    await expect(reader.page.getByText('is typing...')).toHaveCount(0)
    expect(Math.abs((await topOf()) - before)).toBeLessThan(2)
  }
}

// covers: design-input-methods, design-double-clicks, design-reading-further-up
test('the message field grows with its lines up to a limit, and shrinks when they are sent', async ({
  newVisitor,
}) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  await becomeMember(asha, ['Night trains'])
  await becomeMember(ben, ['Night trains'])
  await findMatch(asha)
  await findMatch(ben)
  const field = composer(asha)
  const heightOf = async () => Math.round((await field.boundingBox())?.height ?? 0)
  await expect(field).toBeFocused()
  const oneLine = await heightOf()
  expect(oneLine).toBe(44)
  await field.fill(['slow', 'trains', 'at night'].join('\n'))
  await expect.poll(heightOf).toBeGreaterThan(oneLine + 30)
  await field.fill(Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n'))
  await expect.poll(heightOf).toBe(152)
  // Enter that confirms a composition does not send. Safari marks it with its key code alone.
  for (const marks of [{ isComposing: true }, { keyCode: 229 }]) {
    await field.dispatchEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...marks })
    await expect(field).toHaveValue(/line 19$/)
  }
  await field.press('Enter')
  await expect.poll(heightOf).toBe(oneLine)
  await expect(field).toHaveValue('')

  for (let number = 1; number <= 12; number += 1) await say(ben, Array(3).fill(`Night ${number}`).join('\n'))
  await expect(asha.page.getByRole('log')).toContainText('Night 12')
  await expectKeptPlace(asha, ben)

  await asha.page.getByRole('button', { name: 'Find Another' }).dblclick()
  await expect(asha.page.getByRole('button', { name: 'Are you sure?' })).toBeVisible()
  await asha.page.getByRole('button', { name: 'Are you sure?' }).hover()
  await expect(field).toBeEditable()
})
