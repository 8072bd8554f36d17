import { expectAccessible } from '../kit/accessibility.ts'
import {
  becomeMember,
  becomeStaff,
  composer,
  expect,
  findMatch,
  say,
  test,
  type Visitor,
} from '../kit/browser.ts'

/** Matches the two. Returns the profile of the first. */
async function meet(asha: Visitor, ben: Visitor, interest: string) {
  const profile = await becomeMember(asha, [interest])
  await becomeMember(ben, [interest])
  await findMatch(asha)
  await asha.page.getByRole('heading', { name: 'Finding a match...' }).waitFor()
  await findMatch(ben)
  await composer(asha).waitFor()
  await composer(ben).waitFor()
  return profile
}

// covers: beyond-contact-question-keeps-draft
test('contact details in a first chat need a confirmation, which does not disturb the next draft', async ({
  newVisitor,
}) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  await meet(asha, ben, 'Postcards')
  const question = asha.page.getByRole('group', { name: 'You are about to share contact details' })

  await say(asha, 'Write me at asha@example.org')
  await expect(question).toContainText('asha@example.org')
  await expectAccessible(asha.page, 'the question about contact details')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(composer(asha)).toHaveValue('Write me at asha@example.org')
  await expect(composer(asha)).toBeFocused()
  await expect(asha.page.getByRole('log')).not.toContainText('asha@example.org')

  // The question opens while Asha types: every key reaches the field, and the new text stays separate.
  await composer(asha).press('Enter')
  await expect(question).toBeVisible()
  await expect(composer(asha)).toBeFocused()
  await asha.page.keyboard.type('see you at nine ')
  await expect(question).toBeVisible()
  await expect(composer(asha)).toHaveValue('see you at nine ')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(composer(asha)).toHaveValue('Write me at asha@example.org')
  await expect(asha.page.getByText('Your other draft: see you at nine')).toBeVisible()
  await composer(asha).press('Enter')
  await expect(composer(asha)).toHaveValue('see you at nine ')
  await composer(asha).fill('')
  await question.getByRole('button', { name: 'Send anyway' }).click()
  await expect(ben.page.getByRole('log')).toContainText('Write me at asha@example.org')
  await expect(question).toBeHidden()
  await expect(composer(asha)).toHaveValue('')
})

test('a held message shows below its text that it was not delivered, and why', async ({ newVisitor }) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  await meet(asha, ben, 'Stamps')
  await say(asha, 'send nudes')
  const log = asha.page.getByRole('log')
  await expect(log.getByRole('alert')).toContainText(
    'We held back this message and did not send it: it seems to ask for sex or sexual pictures',
  )
  await expectAccessible(asha.page, 'a held message')
  await say(asha, 'Which ones do you collect?')
  await expect(ben.page.getByRole('log')).toContainText('Which ones do you collect?')
  await expect(ben.page.getByRole('log')).not.toContainText('send nudes')
  await log.getByRole('button', { name: 'Edit' }).click()
  await expect(composer(asha)).toHaveValue('send nudes')
  await expect(log).not.toContainText('send nudes')
})

// covers: beyond-held-messages-decided-together
test('a moderator decides all held messages of one sender by keyboard, after a question that can be cancelled', async ({
  newVisitor,
  server,
}) => {
  const [asha, ben, moderator] = [await newVisitor(), await newVisitor(), await newVisitor()]
  const { displayName } = await meet(asha, ben, 'Lanterns')
  await becomeStaff(moderator, 'MODERATOR', server)
  const { page } = moderator
  for (const text of ['send nudes', 'send me nudes', 'send nudes please']) await say(asha, text)
  await expect(asha.page.getByRole('log').getByRole('alert')).toHaveCount(3)

  await page.goto('/admin')
  await page.getByRole('tab', { name: 'Held messages' }).press('Enter')
  const cases = page.locator('.appeal-case').filter({ hasText: displayName })
  await expect(cases).toHaveCount(3)
  await expect(cases.first()).toContainText('Sexual messages')
  const sendAll = cases.nth(1).getByRole('button', { name: 'Send all from this person' })
  const question = page.getByRole('dialog', { name: `Send all messages from ${displayName}?` })
  await sendAll.press('Enter')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page, 'the question about all messages of one sender')
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(sendAll).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sendAll).toBeFocused()
  await expect(cases).toHaveCount(3)

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const refusal = page.getByRole('dialog', { name: `Refuse all messages from ${displayName}?` })
  await expect(refusal.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Messages refused', { exact: true })).toBeVisible()
  await expect(cases).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Held messages' })).toBeFocused()
  await expect(ben.page.getByRole('log')).not.toContainText('nudes')
})
