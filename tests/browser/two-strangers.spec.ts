import {
  aProfile,
  becomeMember,
  composer,
  expect,
  findMatch,
  registerByForm,
  say,
  test,
  verifyByMail,
} from '../kit/browser.ts'

// covers: 2.1-home, 2.1-verify-asks-the-server, 2.4-full-screen-search, 4.8-logged-in
test('two strangers register, verify, are matched, chat, reload and part', async ({ newVisitor }) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  const interests = ['Film photography', 'Slow travel']

  // Asha registers with the form and the mailbox's link, then searches.
  const profile = aProfile(interests)
  await registerByForm(asha.page, profile)
  await expect(asha.page.getByText('Email verification required')).toBeVisible()
  await findMatch(asha)
  await expect(
    asha.page.getByText('Please verify your email address before finding matches.').first(),
  ).toBeVisible()
  await verifyByMail(asha.page, profile.email)
  await expect(asha.page.getByText('Email verification required')).toBeHidden()
  await findMatch(asha)
  await expect(asha.page.getByRole('heading', { name: 'Finding a match...' })).toBeVisible()
  await expect(asha.page.getByRole('button', { name: 'Cancel Search' })).toBeFocused()

  // Ben joins, and both are matched.
  const { displayName } = await becomeMember(ben, interests)
  await findMatch(ben)
  await expect(asha.page.getByRole('heading', { name: 'Match Found!' })).toBeVisible()
  await expect(composer(asha)).toBeFocused()
  await expect(asha.page.getByRole('heading', { name: displayName })).toBeVisible()
  await expect(asha.page.getByText('You both like')).toBeVisible()
  await expect(ben.page.getByText('31y')).toBeVisible()

  // Both chat in order; typing is shown.
  await say(asha, 'What is in your camera right now?')
  await say(asha, 'Mine has half a roll left.')
  const log = ben.page.getByRole('log')
  await expect(log).toContainText('What is in your camera right now?')
  await expect(log).toContainText('Mine has half a roll left.')
  const heard = (await log.textContent()) ?? ''
  expect(heard.indexOf('What is in')).toBeLessThan(heard.indexOf('Mine has'))
  await composer(ben).pressSequentially('HP5, I am')
  await expect(asha.page.getByText('is typing...')).toBeVisible()
  await say(ben, 'HP5. I am scared to finish it.')
  await expect(asha.page.getByRole('log')).toContainText('HP5. I am scared to finish it.')
  await expect(asha.page.getByText('is typing...')).toBeHidden()

  // A reload keeps the chat without notice to the partner.
  await asha.page.reload()
  await expect(asha.page.getByRole('log')).toContainText('Mine has half a roll left.')
  await say(asha, 'Here again.')
  await expect(ben.page.getByRole('log')).toContainText('Here again.')

  // Find Another asks first; then the partner is notified.
  await asha.page.getByRole('button', { name: 'Find Another' }).click()
  await asha.page.getByRole('button', { name: 'Are you sure?' }).click()
  await expect(asha.page.getByRole('heading', { name: 'Finding a match...' })).toBeVisible()
  await expect(ben.page.getByText('Partner disconnected', { exact: true }).first()).toBeVisible()
  // The chat stays until Ben moves on.
  await expect(ben.page.getByRole('log')).toContainText('Here again.')
  await ben.page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).click()
  await expect(ben.page.getByRole('heading', { name: 'No Active Chat' })).toBeVisible()
  await asha.page.getByRole('button', { name: 'Cancel Search' }).click()
  await expect(asha.page.getByText('Search cancelled').first()).toBeVisible()
})

// covers: 4.2-escape-twice
test('search, chat and Escape twice work by keyboard', async ({ newVisitor }) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  const interests = ['Only by keyboard']
  await becomeMember(asha, interests)
  await becomeMember(ben, interests)
  await asha.page.getByRole('button', { name: /Find Match/ }).focus()
  await asha.page.keyboard.press('Enter')
  await expect(asha.page.getByRole('button', { name: 'Cancel Search' })).toBeFocused()
  await asha.page.keyboard.press('Escape')
  await expect(asha.page.getByRole('heading', { name: 'No Active Chat' })).toBeVisible()
  await asha.page.getByRole('button', { name: /Find Match/ }).press('Enter')
  await findMatch(ben)
  await expect(composer(asha)).toBeFocused()
  await asha.page.keyboard.type('No mouse here')
  await asha.page.keyboard.press('Enter')
  await expect(ben.page.getByRole('log')).toContainText('No mouse here')
  // Repeats of a held key are neither a second press nor do they cancel the search that the key started.
  const hold = async () => {
    for (let event = 0; event < 4; event += 1) await ben.page.keyboard.down('Escape')
  }
  await hold()
  await expect(ben.page.getByRole('button', { name: 'Are you sure?' })).toBeVisible()
  await ben.page.keyboard.up('Escape')
  await hold()
  await expect(ben.page.getByRole('heading', { name: 'Finding a match...' })).toBeVisible()
  await expect(asha.page.getByText('Partner disconnected', { exact: true }).first()).toBeVisible()
  await hold()
  await expect(ben.page.getByRole('heading', { name: 'Finding a match...' })).toBeVisible()
  await ben.page.keyboard.up('Escape')
  await ben.page.keyboard.press('Escape')
  await expect(ben.page.getByRole('heading', { name: 'No Active Chat' })).toBeVisible()
})

// covers: 2.5-report-dialog, 5-report-category-as-text, 5-report-needs-a-reason
test('a report needs a reason, ends the chat and blocks the partner', async ({ newVisitor }) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  const interests = ['Reported in a browser']
  await becomeMember(asha, interests)
  await becomeMember(ben, interests)
  await findMatch(asha)
  await findMatch(ben)
  await expect(composer(asha)).toBeVisible()
  await say(ben, '<img src=x onerror="document.title=1">')
  await expect(asha.page.getByRole('log')).toContainText('<img src=x')
  const report = asha.page.getByRole('button', { name: 'Report', exact: true })
  await report.press('Enter')
  const dialog = asha.page.getByRole('dialog', { name: 'Report User' })
  const categories = dialog.getByRole('group', { name: 'What is it about?' })
  await expect(categories.getByRole('radio').first()).toBeFocused()
  await asha.page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(report).toBeFocused()
  await report.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Submit Report' })).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Hate' }).press('Space')
  await expect(dialog.getByRole('textbox')).toHaveValue('Hate')
  await dialog.getByRole('radio', { name: 'Threat or blackmail' }).press('Space')
  await expect(dialog.getByRole('textbox')).toHaveValue('Threat or blackmail')
  await expect(dialog.getByRole('button', { name: 'Submit Report' })).toBeEnabled()
  await dialog.getByRole('textbox').fill(' ')
  await expect(dialog.getByRole('button', { name: 'Submit Report' })).toBeDisabled()
  await dialog.getByRole('textbox').fill('Script in a message')
  await dialog.getByRole('button', { name: 'Submit Report' }).click()
  await expect(asha.page.getByText('User Reported and Blocked').first()).toBeVisible()
  await expect(asha.page.getByRole('heading', { name: 'No Active Chat' })).toBeVisible()
  await expect(ben.page.getByText('Partner disconnected', { exact: true }).first()).toBeVisible()
})

// covers: 2.5-load-more, beyond-one-dialog-asks
test("older messages load on demand, and clearing empties only the member's own side", async ({
  newVisitor,
}) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  const interests = ['Long conversations']
  await becomeMember(asha, interests)
  await becomeMember(ben, interests)
  await findMatch(asha)
  await findMatch(ben)
  await expect(composer(asha)).toBeVisible()
  for (let index = 1; index <= 14; index += 1) await say(asha, `Line ${index}.`)
  await expect(ben.page.getByRole('log')).toContainText('Line 14.')
  await ben.page.reload()
  const log = ben.page.getByRole('log')
  await expect(log).toContainText('Line 14.')
  await expect(log).not.toContainText('Line 4.')
  await ben.page.getByRole('button', { name: 'Load More' }).click()
  await expect(log).toContainText('Line 1.')
  await expect(ben.page.getByRole('button', { name: 'Load More' })).toBeHidden()
  await ben.page.getByRole('button', { name: 'Clear' }).click()
  const question = ben.page.getByRole('dialog', { name: 'Clear this chat?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Clear' }).click()
  await expect(log).not.toContainText('Line 14.')
  await expect(asha.page.getByRole('log')).toContainText('Line 14.')
})
