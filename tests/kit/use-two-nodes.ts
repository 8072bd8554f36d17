import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startCluster } from './app.ts'
import { standIn } from './stand-in.ts'

/**
 * Starts two nodes that all tests of a `describe` share. Without Redis these tests are skipped. Returns stand-ins for the
 * nodes, as `useStarted` does.
 */
export function useTwoNodes() {
  let cluster: Awaited<ReturnType<typeof startCluster>> = null
  beforeAll(async () => {
    cluster = await startCluster(2)
  })
  beforeEach((context) => {
    if (!cluster) context.skip('redis-server is not installed')
  })
  afterAll(() => cluster?.[Symbol.asyncDispose]())
  return [standIn(() => cluster?.nodes[0]), standIn(() => cluster?.nodes[1])] as const
}
