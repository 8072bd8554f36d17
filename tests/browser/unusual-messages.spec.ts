import { becomeMember, expect, findMatch, say, test, type Visitor } from '../kit/browser.ts'

const messages = ({ page }: Visitor) => page.locator('.log .bubble')

// covers: design-message-cannot-cover-others
test('a message cannot cover or push away others', async ({ newVisitor }) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  for (const one of [asha, ben]) await becomeMember(one, ['Letterforms'])
  await findMatch(asha)
  await findMatch(ben)

  await test.step('two blank lines at most stand between its lines', async () => {
    // Chromium inserts thousands of lines at once so slowly that a busy machine would exceed the time limit.
    await say(asha, `Above${'\n'.repeat(400)}below`)
    const bubble = messages(ben).last()
    await expect.poll(() => bubble.evaluate((element) => element.textContent)).toBe('Above\n\n\nbelow')
  })

  await test.step('one of many lines is folded, and opens by keyboard', async () => {
    await say(asha, Array.from({ length: 60 }, (_, index) => `Line ${index + 1}`).join('\n'))
    const bubble = messages(ben).last()
    await expect(bubble).toContainText('Line 20')
    await expect(bubble).not.toContainText('Line 21')
    const unfold = bubble.getByRole('button', { name: 'Show the whole message' })
    await unfold.focus()
    await ben.page.keyboard.press('Enter')
    await expect(bubble).toContainText('Line 60')
    await expect(unfold).toHaveCount(0)
  })

  await test.step('letters with many marks stay within it', async () => {
    await say(asha, `Zalgo${'\u0335\u030d\u0311\u0323\u0331'.repeat(40)} text`)
    const bubble = messages(ben).last()
    await expect(bubble).toContainText('text')
    await expect(bubble).toHaveCSS('overflow-x', 'clip')
    await expect(bubble).toHaveCSS('overflow-y', 'clip')
  })
})
