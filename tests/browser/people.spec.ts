import { composer, expect, findMatch, say, test } from '../kit/browser.ts'
import { goBack, settledHistory } from '../kit/go-back.ts'
import { accept, knockOf } from '../kit/knock-card.ts'
import { aMember, makePremium, meet, type Named, row, type Sql, sidebar } from '../kit/named-visitors.ts'

/** A premium member with nearby on. Each test has its own city. */
const placeIn = (sql: Sql, { profile }: Named, { city, state, latitude, longitude } = PUNE) =>
  sql(
    `UPDATE "user" SET near_by = true, latitude = $2, longitude = $3, shown_latitude = $2, shown_longitude = $3, city = $4, state = $5, country = 'India'
     WHERE user_name = $1`,
    [profile.email, latitude, longitude, city, state],
  )
const PUNE = { city: 'Pune', state: 'Maharashtra', latitude: 18.52, longitude: 73.86 }
const KOCHI = { city: 'Kochi', state: 'Kerala', latitude: 9.93, longitude: 76.27 }
const CHENNAI = { city: 'Chennai', state: 'Tamil Nadu', latitude: 13.08, longitude: 80.27 }

// covers: 1-premium-people-nearby, 4.5-filter-restarts, 4.5-starting-a-chat, design-nearby-without-open-chats
// covers: beyond-asks-before-replacing-a-chat
test('people nearby can be found, filtered and chatted with, also out of another chat, which ends', async ({
  newVisitor,
  server,
}) => {
  const [asha, ben] = [await aMember(newVisitor, 'Near asha'), await aMember(newVisitor, 'Near ben')]
  for (const one of [asha, ben]) await placeIn(server.sql, one)
  await makePremium(server.sql, asha)
  await asha.page.reload()
  const cleo = await aMember(newVisitor, 'Near ben')
  await meet(ben, cleo)
  const nearby = asha.page.getByRole('region', { name: 'People Nearby' })
  const found = nearby.getByRole('button', { name: new RegExp(ben.profile.displayName) })
  await expect(found).toContainText('31 yrs • Female')
  await expect(found).toContainText('Near ben')
  await expect(found).toContainText('Pune, Maharashtra')

  await nearby.getByRole('combobox', { name: 'Filter by gender' }).click()
  await asha.page.getByRole('option', { name: 'Male', exact: true }).click()
  await expect(nearby.getByText('No one nearby at the moment. Check back later!')).toBeVisible()
  await nearby.getByRole('combobox', { name: 'Filter by gender' }).click()
  // A filter that was used before also starts with an empty list.
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await asha.page.route('**/api/v1/near-by', async (route) => {
    await held
    await route.continue()
  })
  await asha.page.getByRole('option', { name: 'None (show all)' }).click()
  await expect(nearby.getByText('Looking for people near you')).toBeAttached()
  await expect(found).toHaveCount(0)
  answer()

  await found.click()
  await expect(
    asha.page.getByText(`Waiting for ${ben.profile.displayName} to answer`).filter({ visible: true }).first(),
  ).toBeVisible()
  await expect(composer(asha)).toBeVisible()
  await expect(found).toHaveCount(0)
  await expect(row(asha, ben)).toHaveAttribute('aria-current', 'true')
  const refreshed = asha.page.waitForResponse('**/api/v1/near-by')
  await nearby.getByRole('button', { name: 'Refresh people nearby' }).click()
  expect(await (await refreshed).json()).toMatchObject({ elements: [], totalElements: 0 })
  await expect(nearby.getByText('No one nearby at the moment. Check back later!')).toBeVisible()

  // Ben gets the invitation beside his chat, to which he could not return: he is asked before it ends.
  const knock = knockOf(ben, asha)
  await knock.getByRole('button', { name: 'Accept' }).press('Enter')
  const question = ben.page.getByRole('dialog', { name: `Leave your chat with ${cleo.profile.displayName}?` })
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
  await expect(question).toContainText(`Then the chat with ${asha.profile.displayName} opens.`)
  await ben.page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await say(ben, 'Still here')
  await expect(cleo.page.getByRole('log')).toContainText('Still here')
  // The invitation goes on waiting.
  await knock.getByRole('button', { name: 'Accept' }).press('Enter')
  await question.getByRole('button', { name: 'Leave and open' }).press('Enter')
  await expect(cleo.page.getByText('Partner disconnected').first()).toBeVisible()
  await expect(asha.page.getByText('Chat started').first()).toBeVisible()
  await expect(knock).toHaveCount(0)
  await say(ben, 'Hello from around the corner')
  await expect(asha.page.getByRole('log')).toContainText('Hello from around the corner')
})

// covers: design-chat-from-a-document, design-unread-while-chat-off-screen
test('choosing a conversation or person closes a document, and messages behind it stay unread', async ({
  newVisitor,
  server,
}) => {
  const [asha, ben] = [await aMember(newVisitor, 'By the book'), await aMember(newVisitor, 'By the book')]
  const cleo = await aMember(newVisitor, 'Beside the book')
  await makePremium(server.sql, asha)
  for (const one of [asha, cleo]) await placeIn(server.sql, one, KOCHI)
  await asha.page.reload()
  await meet(asha, ben)
  const terms = asha.page.getByRole('heading', { name: 'Terms & Conditions' })
  const openTerms = async () => {
    await asha.page.getByRole('button', { name: 'Settings' }).click()
    await asha.page.getByRole('link', { name: 'Terms & Conditions' }).click()
    await expect(terms).toBeVisible()
  }

  await openTerms()
  await say(ben, 'Reading something?')
  await expect(row(asha, ben)).toContainText('1 unread')
  await say(ben, 'Take your time')
  await expect(row(asha, ben)).toContainText('2 unread')
  await row(asha, ben).click()
  await expect(asha.page.getByRole('log')).toContainText('Take your time')
  await expect(row(asha, ben)).not.toContainText('unread')
  await expect(terms).toHaveCount(0)

  await openTerms()
  const nearby = asha.page.getByRole('region', { name: 'People Nearby' })
  await nearby.getByRole('button', { name: new RegExp(cleo.profile.displayName) }).click()
  await expect(asha.page.getByRole('log', { name: new RegExp(cleo.profile.displayName) })).toBeVisible()
  await expect(composer(asha)).toBeFocused()
})

// covers: 2.6-rows, 4.6-opening-a-conversation, design-draft-for-each-conversation
test('recent conversations show presence and unread counts, open, end and start again', async ({
  newVisitor,
  server,
}) => {
  const asha = await aMember(newVisitor, 'Three friends')
  const ben = await aMember(newVisitor, 'Three friends')
  const cleo = await aMember(newVisitor, 'Three friends')
  await makePremium(server.sql, asha)
  await asha.page.reload()
  await expect(sidebar(asha).getByText('No conversations yet')).toBeVisible()

  await meet(asha, ben)
  await say(ben, 'First words')
  await expect(row(asha, ben)).toContainText('First words')
  await asha.page.getByRole('button', { name: 'Find Another' }).click()
  await asha.page.getByRole('button', { name: 'Are you sure?' }).click()
  await asha.page.getByRole('heading', { name: 'Finding a match...' }).waitFor()
  await expect(ben.page.getByText('Partner disconnected').first()).toBeVisible()
  await findMatch(cleo)
  await composer(asha).waitFor()
  await expect(row(asha, cleo)).toContainText('Online')

  // Ben's conversation has ended: it can be read, and started again from the list.
  await row(asha, ben).click()
  await expect(asha.page.getByText('This chat has ended.')).toBeVisible()
  await expect(asha.page.getByRole('log')).toContainText('First words')
  await goBack(asha.page, { from: 1 })
  await expect(asha.page.getByRole('button', { name: /Find Match/ })).toBeVisible()
  await asha.page.getByRole('button', { name: 'Return to your last chat' }).click()
  await asha.page.getByRole('button', { name: 'Chat again' }).click()
  await say(asha, 'Once more')
  await accept(ben, asha)
  // The conversation is still on Ben's screen, and is open again.
  await expect(ben.page.getByRole('log')).toContainText('Once more')
  await expect(composer(ben)).toBeVisible()

  // Messages in another conversation count as unread until it is opened, in every tab.
  await say(cleo, 'Are you there?')
  await say(cleo, 'Hello?')
  const tab = await asha.context.newPage()
  await tab.goto('/')
  const inTab = { ...asha, page: tab }
  for (const one of [asha, inTab]) await expect(row(one, cleo)).toContainText('2 unread')
  await composer(asha).fill('Half a thought for Ben')
  await row(asha, cleo).click()
  await expect(asha.page.getByRole('log')).toContainText('Hello?')
  await expect(row(asha, cleo)).not.toContainText('unread')
  // Each conversation has a draft of its own.
  await expect(composer(asha)).toHaveValue('')
  await composer(asha).fill('Half a thought for Cleo')
  await row(asha, ben).click()
  await expect(composer(asha)).toHaveValue('Half a thought for Ben')
  await row(asha, cleo).click()
  await expect(composer(asha)).toHaveValue('Half a thought for Cleo')

  await cleo.context.close()
  await expect(row(asha, cleo)).toContainText('Offline', { timeout: 20_000 })
})

// covers: beyond-premium-members-report
test('a premium member reports a partner from the list by keyboard', async ({ newVisitor, server }) => {
  const [asha, ben] = [await aMember(newVisitor, 'From the list'), await aMember(newVisitor, 'From the list')]
  await meet(asha, ben)
  await makePremium(server.sql, asha)
  await asha.page.reload()
  const listed = sidebar(asha).getByRole('listitem').filter({ hasText: ben.profile.displayName })
  await listed.getByRole('button', { name: 'More' }).press('Enter')
  await asha.page.getByRole('menuitem', { name: 'Report' }).press('Enter')
  await asha.page.getByLabel('What happened?').fill('He kept asking')
  await asha.page.getByRole('button', { name: 'Submit Report' }).press('Enter')
  await expect(asha.page.getByText('User Reported and Blocked').first()).toBeVisible()
  await expect(row(asha, ben)).toHaveCount(0)
  await expect(asha.page.getByRole('heading', { name: 'No Active Chat' })).toBeVisible()
})

// covers: 2.6-locked-history
test('a free member sees the premium offer and gets to the plans', async ({ newVisitor }) => {
  const asha = await aMember(newVisitor, 'Locked out')
  const { page } = asha
  await expect(page.getByRole('heading', { name: 'Unlock Chat History' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'People Nearby' })).toHaveCount(0)
  for (const link of ['Gender Filter', 'Nearby Users', 'Upgrade to Premium']) {
    await page.getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect(page.getByRole('button', { name: /Find Match/ })).toBeVisible()
  }
})

test('a free member sees when the daily conversations are used up', async ({ newVisitor, server }) => {
  const asha = await aMember(newVisitor, 'Twenty a day')
  await server.sql(
    `INSERT INTO daily_conversation_start (user_id, day, count)
     SELECT id, (now() AT TIME ZONE 'UTC')::date, 20 FROM "user" WHERE user_name = $1`,
    [asha.profile.email],
  )
  await findMatch(asha)
  await expect(asha.page.getByText('That was it for today').first()).toBeVisible()
  await expect(asha.page.getByText(/upgrade to Premium for unlimited/).first()).toBeVisible()
  await expect(asha.page.getByRole('button', { name: /Find Match/ })).toBeVisible()
})

// covers: design-block-without-report
test('a block without a report ends the chat permanently on both sides', async ({ newVisitor, server }) => {
  const [asha, ben] = [await aMember(newVisitor, 'To be blocked'), await aMember(newVisitor, 'To be blocked')]
  await makePremium(server.sql, asha)
  for (const one of [asha, ben]) await placeIn(server.sql, one, CHENNAI)
  await asha.page.reload()
  await meet(asha, ben)
  await asha.page.getByRole('main').getByRole('button', { name: 'Block', exact: true }).click()
  await asha.page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await expect(asha.page.getByText('User Blocked').first()).toBeVisible()
  await expect(ben.page.getByText('Partner disconnected').first()).toBeVisible()
  await expect(row(asha, ben)).toHaveCount(0)
  await settledHistory(asha.page, 0)
  await asha.page.reload()
  await expect(asha.page.getByText('No one nearby at the moment. Check back later!')).toBeVisible()
  await expect(sidebar(asha).getByText('No conversations yet')).toBeVisible()
})

// covers: 4.1-live-connection, design-disconnected-once-in-two-tabs
test('closing one of two tabs keeps the chat; closing the last one ends it once', async ({ newVisitor }) => {
  const [asha, ben] = [await aMember(newVisitor, 'Two tabs'), await aMember(newVisitor, 'Two tabs')]
  await meet(asha, ben)
  const tab = await asha.context.newPage()
  await tab.goto('/')
  await expect(tab.getByPlaceholder('Type your message...')).toBeVisible()
  await asha.page.close()
  await say({ ...asha, page: tab }, 'Still here')
  await expect(ben.page.getByRole('log')).toContainText('Still here')
  // Wait until the second tab has the stream: a stream that opens after the goodbye would cancel it.
  await say(ben, 'I see')
  await expect(tab.getByRole('log')).toContainText('I see')
  let told = 0
  await ben.page.exposeFunction('countToast', () => {
    told += 1
  })
  await ben.page.evaluate(() => {
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLLIElement && node.textContent?.includes('Partner disconnected'))
            (window as unknown as { countToast(): void }).countToast()
    }).observe(document.body, { childList: true, subtree: true })
  })
  // The goodbye must be sent before the browser closes.
  await tab.close({ runBeforeUnload: true })
  await expect(ben.page.getByText('Partner disconnected').first()).toBeVisible()
  await expect(ben.page.getByText('This chat has ended.')).toBeHidden()
  await expect(ben.page.getByText(`${asha.profile.displayName} has left.`)).toBeVisible()
  expect(told).toBe(1)
})
