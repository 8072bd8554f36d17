import { composer, expect, say } from '../kit/browser.ts'
import { accept, knockOf } from '../kit/knock-card.ts'
import { leaveChat } from '../kit/leave-chat.ts'
import { aMember, makePremium, meet, openEnded } from '../kit/named-visitors.ts'
import { joinSecondNode, test } from '../kit/two-nodes.ts'

// covers: beyond-knock-accept, beyond-knock-message, beyond-knock-refusal
test('two members on two nodes ask each other to talk, decline and accept', async ({
  newVisitor,
  server,
  secondUrl,
}) => {
  test.skip(secondUrl === '', 'redis-server is not installed')
  const asha = await aMember(newVisitor, 'Two nodes')
  await makePremium(server.sql, asha)
  await asha.page.reload()
  const ben = await joinSecondNode({ newVisitor, secondUrl }, 'Two nodes')
  await meet(asha, ben)
  await leaveChat(asha)

  const askAgain = async () => {
    await openEnded(asha, ben)
    await asha.page.getByRole('button', { name: 'Chat again' }).click()
  }
  const waits = asha.page.locator('#message-waits')
  const knock = knockOf(ben, asha)
  await askAgain()
  await say(asha, 'Across the nodes')
  await expect(knock).toBeVisible()
  await expect(ben.page.getByText('Across the nodes')).toHaveCount(0)
  await knock.getByRole('button', { name: 'Not now' }).press('Enter')
  await expect(knock).toHaveCount(0)
  await expect(waits).toBeVisible()

  await server.sql('DELETE FROM knock')
  await asha.page.reload()
  await askAgain()
  await expect(waits).toBeVisible()
  await say(asha, 'Once more')
  await accept(ben, asha)
  await expect(waits).toHaveCount(0)
  await expect(ben.page.getByRole('log')).toContainText('Once more')
  await say(ben, 'Here I am')
  await expect(asha.page.getByRole('log')).toContainText('Here I am')
  await expect(composer(ben)).toBeVisible()
})
