import { becomeMember, composer, expect, findMatch, say, test, type Visitor } from '../kit/browser.ts'

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
    await expect(reader.page.locator('.log .typing')).toBeAttached()
    expect(Math.abs((await topOf()) - before)).toBeLessThan(2)
    await composer(writer).press('Enter')
    await expect(reader.page.getByRole('log')).toContainText(text)
    await expect(reader.page.locator('.log .typing')).toHaveCount(0)
    expect(Math.abs((await topOf()) - before)).toBeLessThan(2)
  }
}

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
