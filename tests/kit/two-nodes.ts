import { test as base, becomeMember, logInByForm, PASSWORD, type Visitor } from './browser.ts'
import type { Named } from './named-visitors.ts'
import { freePort, startRedis } from './redis-server.ts'
import { startServerProcess } from './server-process.ts'

/** `secondUrl` is the address of a second node on the database and the Redis of the first one; empty without redis-server. */
export const test = base.extend<object, { redisUrl: string; secondUrl: string }>({
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
    async ({ server, redisUrl, settings }, use) => {
      if (!redisUrl) return use('')
      const port = String(await freePort())
      const node = startServerProcess({
        PORT: port,
        DATABASE_URL: await server.databaseUrl(),
        NODE_ENV: 'test',
        DEMO: 'off',
        RATE_LIMIT_FACTOR: '1000',
        ...settings,
      })
      await node.ready
      await use(`http://localhost:${port}`)
      await node.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

/** Returns a member whose browser is on the second node. */
export async function joinSecondNode(
  { newVisitor, secondUrl }: { newVisitor(options?: object): Promise<Visitor>; secondUrl: string },
  interest: string,
): Promise<Named> {
  // The mails are on the first node.
  const profile = await becomeMember(await newVisitor(), [interest])
  const visitor = await newVisitor({ baseURL: secondUrl })
  await logInByForm(visitor.page, profile.email, PASSWORD)
  await visitor.page.getByRole('heading', { name: 'No Active Chat' }).waitFor()
  return { ...visitor, profile }
}
