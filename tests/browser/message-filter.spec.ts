import { expectAccessible } from '../kit/accessibility.ts'
import { becomeMember, composer, expect, findMatch, say, test, type Visitor } from '../kit/browser.ts'

async function meet(asha: Visitor, ben: Visitor, interest: string) {
  await becomeMember(asha, [interest])
  await becomeMember(ben, [interest])
  await findMatch(asha)
  await asha.page.getByRole('heading', { name: 'Finding a match...' }).waitFor()
  await findMatch(ben)
  await composer(asha).waitFor()
  await composer(ben).waitFor()
}

test('contact details in a first chat can be edited, or sent after a confirmation', async ({
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

  // The question opens while she keeps typing: every key reaches the field, and her next message stays separate.
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

test('a held message shows that it was not delivered, and why', async ({ newVisitor }) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  await meet(asha, ben, 'Stamps')
  await say(asha, 'send nudes')
  const log = asha.page.getByRole('log')
  await expect(log.getByRole('alert')).toContainText(
    'held back and not delivered: it reads as asking for sex or for sexual pictures',
  )
  await expectAccessible(asha.page, 'a held message')
  await say(asha, 'Which ones do you collect?')
  await expect(ben.page.getByRole('log')).toContainText('Which ones do you collect?')
  await expect(ben.page.getByRole('log')).not.toContainText('send nudes')
  await log.getByRole('button', { name: 'Edit' }).click()
  await expect(composer(asha)).toHaveValue('send nudes')
  await expect(log).not.toContainText('send nudes')
})
