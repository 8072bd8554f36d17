import { becomeMember, expect, findMatch, say, test } from '../kit/browser.ts'

// covers: beyond-deleted-partner-name
test('a deleted partner has a name in the language of the reader, in every list', async ({
  newVisitor,
  server,
}) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  const profiles = [
    await becomeMember(asha, ['Erased since']),
    await becomeMember(ben, ['Erased since']),
  ] as const
  await findMatch(asha)
  await findMatch(ben)
  await say(ben, 'I was here')
  await asha.page.getByRole('log').getByText('I was here').waitFor()
  const emails = profiles.map(({ email }) => email)
  await server.sql(
    `INSERT INTO report (id, reporter_id, reported_id, reason, evidence) SELECT gen_random_uuid(), one.id, other.id, 'x', '[]'
     FROM "user" one, "user" other WHERE one.user_name = $1 AND other.user_name = $2`,
    emails,
  )
  await ben.context.close()
  // As an erasure leaves the rows.
  await server.sql(
    `UPDATE "user" SET display_name = 'Deleted account', active = false, closed_at = now(), erased_at = now()
     WHERE user_name = $1`,
    [profiles[1].email],
  )
  await server.sql(
    `WITH ended AS (
       UPDATE conversation SET ended_at = now() FROM conversation_member member JOIN "user" ON "user".id = member.user_id
       WHERE conversation.id = member.conversation_id AND user_name = $1 RETURNING conversation.id
     )
     UPDATE conversation_member SET active = false FROM ended WHERE conversation_id = ended.id`,
    [profiles[0].email],
  )
  // The list of chats is part of Premium.
  await server.sql(
    `UPDATE "user" SET language = 'de', premium_until = now() + interval '9 days' WHERE user_name = $1`,
    [profiles[0].email],
  )
  // A node reads changes of sessions twice a second. A page that loads before has the earlier language.
  await expect(async () => {
    await asha.page.goto('/')
    await expect(asha.page.locator('html')).toHaveAttribute('lang', 'de', { timeout: 5_000 })
  }).toPass()
  const recent = asha.page.getByRole('region', { name: 'Letzte Unterhaltungen' })
  await recent.getByText('Gelöschtes Konto').click()
  await expect(asha.page.getByRole('heading', { name: 'Gelöschtes Konto' })).toBeVisible()
  // A conversation with a blocked person is not listed.
  await server.sql(
    `INSERT INTO block (blocker_id, blocked_id) SELECT one.id, other.id FROM "user" one, "user" other
     WHERE one.user_name = $1 AND other.user_name = $2`,
    emails,
  )
  await asha.page.goto('/safety-centre')
  // Blocked people, own reports and recent chats.
  await expect(asha.page.getByText('Gelöschtes Konto', { exact: true })).toHaveCount(3)
  await expect(asha.page.getByText('Deleted account')).toHaveCount(0)
})
