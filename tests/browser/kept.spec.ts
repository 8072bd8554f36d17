import { expectAccessible } from '../kit/accessibility.ts'
import { composer, expect, say, test, type Visitor } from '../kit/browser.ts'
import { accept } from '../kit/knock-card.ts'
import { leaveChat } from '../kit/leave-chat.ts'
import { aMember, meet, type Named, type Sql } from '../kit/named-visitors.ts'

const keepTool = ({ page }: Visitor) => page.getByRole('button', { name: 'Keep in touch' })
const keptList = ({ page }: Visitor) => page.getByRole('region', { name: 'Kept' })
const keptRow = (visitor: Visitor, { profile }: Named) =>
  keptList(visitor).getByRole('button', { name: new RegExp(`^${profile.displayName}`) })
const toast = ({ page }: Visitor, text: string) => page.getByText(text).filter({ visible: true }).first()

/** Lets the time pass after which the wishes of both are compared. */
const settle = (sql: Sql) => sql('UPDATE keep_wish SET due = now() WHERE due IS NOT NULL')

/** Asks to keep in touch, and waits until the server knows: the button shows it before. */
async function ask(visitor: Visitor) {
  const answered = visitor.page.waitForResponse('**/api/v1/conversation/*/keep')
  await keepTool(visitor).press('Enter')
  await answered
  await expect(keepTool(visitor)).toHaveAttribute('aria-pressed', 'true')
}

/** Chooses an item of the menu about a kept member. */
async function choose(visitor: Visitor, item: string) {
  await keptList(visitor).getByRole('button', { name: 'More' }).click()
  await visitor.page.getByRole('menuitem', { name: item }).click()
}

/** Two free members who keep in touch; the chat goes on. */
async function keptPair(newVisitor: () => Promise<Visitor>, sql: Sql, interest: string) {
  const [asha, ben] = [await aMember(newVisitor, interest), await aMember(newVisitor, interest)]
  await meet(asha, ben)
  for (const one of [asha, ben]) {
    await ask(one)
    await expect(toast(one, "They'll only know if they'd like to as well.")).toBeVisible()
  }
  await settle(sql)
  return { asha, ben }
}

// covers: beyond-keep-toggle
test('tells both members once both asked to keep in touch, and shows nothing before', async ({
  newVisitor,
  server,
}) => {
  const [asha, ben] = [await aMember(newVisitor, 'Lighthouses'), await aMember(newVisitor, 'Lighthouses')]
  await meet(asha, ben)
  await ask(asha)
  await expectAccessible(asha.page, 'a chat whose member asked to keep in touch')
  await settle(server.sql)
  await say(asha, 'Good night')
  await expect(ben.page.getByRole('log')).toContainText('Good night')
  await expect(keepTool(ben)).toHaveAttribute('aria-pressed', 'false')
  await asha.page.reload()
  await expect(keepTool(asha)).toHaveAttribute('aria-pressed', 'true')

  // The same press takes it back.
  await keepTool(asha).press('Enter')
  await expect(toast(asha, 'You took it back')).toBeVisible()
  await expect(keepTool(asha)).toHaveAttribute('aria-pressed', 'false')
  await ask(asha)

  await leaveChat(asha)
  await expect(toast(ben, 'Partner disconnected')).toBeVisible()
  await expectAccessible(ben.page, 'an ended chat in which a member may ask to keep in touch')
  await ask(ben)
  await settle(server.sql)
  for (const [one, other] of [[asha, ben] as const, [ben, asha] as const]) {
    await expect(toast(one, `You and ${other.profile.displayName} keep in touch`)).toBeVisible()
    await expect(keptRow(one, other)).toBeVisible()
  }
  await expect(ben.page.getByRole('log')).toContainText(`You and ${asha.profile.displayName} keep in touch.`)
})

// covers: beyond-keep-panel
test('lists kept members with a private note, their presence and their history', async ({
  newVisitor,
  server,
}) => {
  const { asha, ben } = await keptPair(newVisitor, server.sql, 'Night trains')
  await expect(keptRow(asha, ben)).toContainText('Online')
  await expectAccessible(asha.page, 'the kept members')
  await keptList(asha).getByRole('button', { name: 'Add a private note' }).click()
  const field = asha.page.getByRole('textbox', { name: /A private note about/ })
  await expect(field).toBeFocused()
  await field.fill('x'.repeat(201))
  await field.press('Enter')
  await expect(asha.page.getByText('This is 1 character too long.')).toBeVisible()
  await field.fill('The one with the lighthouse')
  await expectAccessible(asha.page, 'a note about a kept member')
  await field.press('Enter')
  await expect(keptList(asha)).toContainText('The one with the lighthouse')
  const tab = await asha.context.newPage()
  await tab.goto('/')
  await expect(keptList({ ...asha, page: tab })).toContainText('The one with the lighthouse')
  await expect(keptList(ben)).toContainText('Add a private note')

  // Hidden both ways, in a chat that is over.
  await leaveChat(asha)
  await choose(asha, "Hide when you're online")
  await expect(keptRow(asha, ben)).not.toContainText('Online')
  await expect(keptRow(ben, asha)).not.toContainText('Online')
  await choose(asha, "Show each other when you're online")
  await expect(keptRow(ben, asha)).toContainText('Online')

  await keptRow(asha, ben).click()
  await expect(asha.page.getByRole('log')).toContainText('keep in touch.')
  await asha.page.getByRole('button', { name: 'Chat again' }).click()
  await accept(ben, asha)
  await say(asha, 'There you are')
  await expect(ben.page.getByRole('log')).toContainText('There you are')
})

// covers: beyond-keep-panel, beyond-keep-ends
test('lets a kept member go without a word, and a block ends it for both', async ({ newVisitor, server }) => {
  const { asha, ben } = await keptPair(newVisitor, server.sql, 'Sourdough')
  await expect(keptRow(ben, asha)).toBeVisible()
  await choose(ben, 'Let go')
  const question = ben.page.getByRole('dialog', { name: `Let go of ${asha.profile.displayName}?` })
  await expect(question).toContainText("They won't be told.")
  await question.getByRole('button', { name: 'Let go' }).click()
  await expect(keptList(ben)).toHaveCount(0)
  await expect(keepTool(ben)).toHaveAttribute('aria-pressed', 'false')
  await asha.page.reload()
  await expect(composer(asha)).toBeVisible()
  await expect(keptList(asha)).toHaveCount(0)

  for (const one of [asha, ben]) await ask(one)
  await settle(server.sql)
  await expect(keptRow(asha, ben)).toBeVisible()
  await choose(asha, 'Block')
  await asha.page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
  await expect(keptList(asha)).toHaveCount(0)
  await ben.page.reload()
  await ben.page.getByRole('heading', { name: 'No Active Chat' }).waitFor()
  await expect(keptList(ben)).toHaveCount(0)
})
