import { expectAccessible } from '../kit/accessibility.ts'
import { composer, expect, findMatch, say, test, type Visitor } from '../kit/browser.ts'
import { goBack } from '../kit/go-back.ts'
import { accept, knockOf } from '../kit/knock-card.ts'
import { leaveChat } from '../kit/leave-chat.ts'
import { aMember, makePremium, meet, type Named, openEnded } from '../kit/named-visitors.ts'

/** Asks a former partner from the list to talk again. */
async function askAgain(visitor: Visitor, partner: Named) {
  await openEnded(visitor, partner)
  await visitor.page.getByRole('button', { name: 'Chat again' }).click()
  await expect(composer(visitor)).toBeVisible()
}

const waiting = ({ page }: Visitor, { profile }: Named) =>
  page.locator('#message-waits', { hasText: `Waiting for ${profile.displayName} to answer` })

/** Two who have talked. The first one is premium and left. */
async function two(
  newVisitor: () => Promise<Visitor>,
  sql: Parameters<typeof makePremium>[0],
  interest: string,
) {
  const [asha, ben] = [await aMember(newVisitor, interest), await aMember(newVisitor, interest)]
  await makePremium(sql, asha)
  await asha.page.reload()
  await meet(asha, ben)
  await leaveChat(asha)
  return { asha, ben }
}

test('keeps the starter waiting after "Not now", over a reload and in every tab', async ({
  newVisitor,
  server,
}) => {
  const { asha, ben } = await two(newVisitor, server.sql, 'Not now please')
  await askAgain(asha, ben)
  await expect(waiting(asha, ben)).toBeVisible()
  await expect(asha.page.getByText('Chat started')).toHaveCount(0)
  await say(asha, 'One more thing')
  const note = asha.page.locator('#message-waits', { hasText: 'Your message waits until they answer.' })
  await expect(note).toBeVisible()
  await composer(asha).fill('And another')
  await expect(asha.page.getByRole('button', { name: 'Send' })).toBeDisabled()

  const knock = knockOf(ben, asha)
  await expect(knock).toHaveAccessibleName(`${asha.profile.displayName} would like to talk again`)
  await expect(knock).toContainText('You both like Not now please.')
  await expectAccessible(ben.page, 'a knock')
  const tab = await ben.context.newPage()
  await tab.goto('/')
  const inTab = { ...ben, page: tab }
  await expect(knockOf(inTab, asha)).toBeVisible()
  await knock.getByRole('button', { name: 'Not now' }).press('Enter')
  await expect(knock).toHaveCount(0)
  await expect(knockOf(inTab, asha)).toHaveCount(0)
  await expect(ben.page.getByRole('log')).not.toContainText('One more thing')

  // A reload and the other tab change nothing for the one who waits.
  await asha.page.reload()
  await expect(note).toBeVisible()
  await expect(asha.page.getByRole('log')).toContainText('One more thing')
  await expect(asha.page.getByRole('log')).toContainText('Waiting for an answer')
  await composer(asha).fill('And another')
  await expect(asha.page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await expectAccessible(asha.page, 'a chat that waits for an answer')
  await leaveChat(asha)
  await askTooSoon(asha, ben)
})

/** Asks a second time on the same day. */
async function askTooSoon(visitor: Visitor, partner: Named) {
  await openEnded(visitor, partner)
  await visitor.page.getByRole('button', { name: 'Chat again' }).click()
  await expect(visitor.page.getByText('Not yet').first()).toBeVisible()
  await expect(visitor.page.getByText(/once a day/).first()).toBeVisible()
}

test('interrupts no search and no chat, and delivers what was written once it is accepted', async ({
  newVisitor,
  server,
}) => {
  const { asha, ben } = await two(newVisitor, server.sql, 'Interrupted by nobody')
  await findMatch(ben)
  await ben.page.getByRole('heading', { name: 'Finding a match...' }).waitFor()
  await askAgain(asha, ben)
  await say(asha, 'When you have time')
  const knock = knockOf(ben, asha)
  await expect(knock).toBeVisible()
  await expectAccessible(ben.page, 'a knock during a search')
  await expect(ben.page.getByRole('heading', { name: 'Finding a match...' })).toBeVisible()

  const cleo = await aMember(newVisitor, 'Interrupted by nobody')
  await findMatch(cleo)
  await composer(ben).waitFor()
  await say(ben, 'Hello Cleo')
  await expect(cleo.page.getByRole('log')).toContainText('Hello Cleo')
  await knock.getByRole('button', { name: 'Accept' }).press('Enter')
  const question = ben.page.getByRole('dialog', { name: `Leave your chat with ${cleo.profile.displayName}?` })
  await question.getByRole('button', { name: 'Leave and open' }).press('Enter')
  await expect(ben.page.getByRole('log')).toContainText('When you have time')
  await expect(composer(ben)).toBeFocused()
  await expect(knock).toHaveCount(0)
  await expect(asha.page.getByText('You are now chatting with').first()).toBeVisible()
  await expect(asha.page.locator('#message-waits')).toHaveCount(0)
  await say(asha, 'Lovely')
  await expect(ben.page.getByRole('log')).toContainText('Lovely')
})

test('opens the chat in both tabs of the starter', async ({ newVisitor, server }) => {
  const { asha, ben } = await two(newVisitor, server.sql, 'Patience')
  await askAgain(asha, ben)
  const tab = await asha.context.newPage()
  await tab.goto('/')
  const inTab = { ...asha, page: tab }
  await expect(waiting(inTab, ben)).toBeVisible()
  await accept(ben, asha)
  for (const one of [asha, inTab]) {
    await expect(one.page.locator('#message-waits')).toHaveCount(0)
    await expect(composer(one)).toBeVisible()
  }
  await say(ben, 'Here I am')
  await expect(tab.getByRole('log')).toContainText('Here I am')
})

// covers: beyond-knock-ends
test('takes the invitation away when the starter withdraws it, and when its time is over', async ({
  newVisitor,
  server,
}) => {
  const { asha, ben } = await two(newVisitor, server.sql, 'Out of time')
  await askAgain(asha, ben)
  const knock = knockOf(ben, asha)
  await expect(knock).toBeVisible()
  await leaveChat(asha)
  await expect(knock).toHaveCount(0)

  await server.sql(`DELETE FROM knock WHERE from_id = (SELECT id FROM "user" WHERE user_name = $1)`, [
    asha.profile.email,
  ])
  await askAgain(asha, ben)
  await expect(knock).toBeVisible()
  await server.sql(
    `UPDATE knock SET expires = now() + interval '40 seconds'
     WHERE from_id = (SELECT id FROM "user" WHERE user_name = $1)`,
    [asha.profile.email],
  )
  for (const { page } of [asha, ben]) await page.reload()
  await expect(waiting(asha, ben)).toBeVisible()
  await expect(knock).toBeVisible()
  // Neither page loads again.
  await expect(knock).toHaveCount(0)
  await expect(asha.page.getByText('This invitation is over').first()).toBeVisible()
  await expect(asha.page.locator('#message-waits')).toHaveCount(0)
})

test('"Don\'t ask again" lasts until it is undone in the safety centre', async ({ newVisitor, server }) => {
  const { asha, ben } = await two(newVisitor, server.sql, 'Never again')
  await askAgain(asha, ben)
  await knockOf(ben, asha).getByRole('button', { name: "Don't ask again" }).press('Enter')
  await expect(ben.page.getByText(`${asha.profile.displayName} can't ask you again`).first()).toBeVisible()
  await expect(waiting(asha, ben)).toBeVisible()

  await ben.page.goto('/safety-centre')
  const allow = ben.page.getByRole('button', { name: `Allow again ${asha.profile.displayName}` })
  await allow.press('Enter')
  await expect(ben.page.getByText(`${asha.profile.displayName} can ask you again`).first()).toBeVisible()
  await expect(allow).toHaveCount(0)
  await expect(ben.page.getByRole('heading', { name: "People who can't ask you again" })).toBeFocused()
})

// covers: beyond-toasts-leave-buttons-free
test('shows the invitation above the home screen and the messages on a phone', async ({
  newVisitor,
  server,
}) => {
  const { asha, ben } = await two(newVisitor, server.sql, 'Small screens')
  await ben.page.setViewportSize({ width: 390, height: 844 })
  await askAgain(asha, ben)
  const knock = knockOf(ben, asha)
  await expect(knock).toBeVisible()
  await expect(ben.page.getByRole('button', { name: 'Find Match' })).toBeInViewport()
  await goBack(ben.page, { from: 1 })
  await expect(ben.page.getByRole('button', { name: /Find Match/ })).toBeInViewport()
  await expect(knock).toBeVisible()
  await expectAccessible(ben.page, 'a knock on a phone')
  await ben.page.route('**/decline', (route) => route.abort())
  await knock.getByRole('button', { name: 'Not now' }).press('Enter')
  const toast = ben.page.locator('.toast', { hasText: "We couldn't send your answer" })
  await expect(toast).toBeVisible()
  await expect(knock).toBeVisible()
  const [below, card] = [await toast.boundingBox(), await knock.boundingBox()]
  expect(below?.y ?? 0).toBeGreaterThan((card?.y ?? 0) + (card?.height ?? 0))
  await knock.getByRole('button', { name: 'More' }).press('Enter')
  await ben.page.getByRole('menuitem', { name: 'Report' }).press('Enter')
  await ben.page.getByLabel('What happened?').fill('They kept asking')
  await ben.page.getByRole('button', { name: 'Submit Report' }).press('Enter')
  await expect(ben.page.getByText('User Reported and Blocked').first()).toBeVisible()
  await expect(knock).toHaveCount(0)
})
