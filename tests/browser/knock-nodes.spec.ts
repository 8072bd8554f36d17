import { test as base, becomeMember, composer, expect, logInByForm, PASSWORD, say } from '../kit/browser.ts'
import { accept, knockOf } from '../kit/knock-card.ts'
import { leaveChat } from '../kit/leave-chat.ts'
import { makePremium, meet, type Named, openEnded } from '../kit/named-visitors.ts'
import { freePort, startRedis } from '../kit/redis-server.ts'
import { startServerProcess } from '../kit/server-process.ts'

/** The address of a second node on the database and the Redis of the first one. Empty without redis-server. */
const test = base.extend<object, { redisUrl: string; secondUrl: string }>({
  redisUrl: [
    async ({ browserName: _ }, use) => {
      const redis = await startRedis()
      await use(redis?.url ?? '')
      await redis?.stop()
    },
    { scope: 'worker' },
  ],
  settings: [async ({ redisUrl }, use) => use(redisUrl ? { REDIS_URL: redisUrl } : {}), { scope: 'worker' }],
  secondUrl: [
    async ({ server, redisUrl }, use) => {
      if (!redisUrl) return use('')
      const port = String(await freePort())
      const node = startServerProcess({
        PORT: port,
        DATABASE_URL: await server.databaseUrl(),
        REDIS_URL: redisUrl,
        NODE_ENV: 'test',
        DEMO: 'off',
        RATE_LIMIT_FACTOR: '1000',
      })
      await node.ready
      await use(`http://localhost:${port}`)
      await node.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

// covers: beyond-knock-accept, beyond-knock-message, beyond-knock-refusal
test('two members on two nodes ask each other to talk, decline and accept', async ({
  newVisitor,
  server,
  secondUrl,
}) => {
  test.skip(secondUrl === '', 'redis-server is not installed')
  const first = await newVisitor()
  const asha: Named = { ...first, profile: await becomeMember(first, ['Two nodes']) }
  await makePremium(server.sql, asha)
  await asha.page.reload()
  // The mails are on the first node.
  const profile = await becomeMember(await newVisitor(), ['Two nodes'])
  const ben: Named = { ...(await newVisitor({ baseURL: secondUrl })), profile }
  await logInByForm(ben.page, profile.email, PASSWORD)
  await ben.page.getByRole('heading', { name: 'No Active Chat' }).waitFor()
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
