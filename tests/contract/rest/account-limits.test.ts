import { describe, expect, it } from 'vitest'
import type { LimitName } from '#server/platform/rate-limits/rate-limits.ts'
import { createTestDatabase } from '../../kit/database.ts'
import { join, personOf } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

// Members register on a node with high limits. On the other one every limit allows one call.
const database = useStarted(createTestDatabase)
const plentiful = useNode(() => ({ databaseUrl: database.url }))
const strict = useNode(() => ({ databaseUrl: database.url, env: { RATE_LIMIT_FACTOR: '0.001' } }))

const ID = crypto.randomUUID()
const SUBSCRIPTION = {
  endpoint: 'https://push.example/1',
  p256dh: `B${'A'.repeat(86)}`,
  auth: 'A'.repeat(22),
}
const PREFERENCES = { kinds: ['message'], showsNames: false, quietHours: null }

/** The status of the first call: the member has no chat and no kept members, and the server sends no push messages. */
const OPERATIONS: { limit: LimitName; path: string; body?: unknown; status: number }[] = [
  { limit: 'eveningByAccount', path: 'PUT /api/v1/evenings/{id}/reminder', status: 404 },
  { limit: 'eveningByAccount', path: 'DELETE /api/v1/evenings/{id}/reminder', status: 200 },
  { limit: 'keepByAccount', path: 'PUT /api/v1/conversation/{id}/keep', status: 404 },
  { limit: 'keepByAccount', path: 'DELETE /api/v1/conversation/{id}/keep', status: 404 },
  { limit: 'keepByAccount', path: 'PUT /api/v1/kept/{id}', body: { note: 'Tea' }, status: 404 },
  { limit: 'keepByAccount', path: 'DELETE /api/v1/kept/{id}', status: 200 },
  { limit: 'ringByAccount', path: 'PUT /api/v1/search/ring', body: { on: false }, status: 200 },
  { limit: 'pushByAccount', path: 'POST /api/v1/push/devices', body: SUBSCRIPTION, status: 404 },
  { limit: 'pushByAccount', path: 'DELETE /api/v1/push/devices/{id}', status: 200 },
  { limit: 'pushByAccount', path: 'PUT /api/v1/push/preferences', body: PREFERENCES, status: 200 },
  {
    limit: 'visibilityByAccount',
    path: 'POST /api/v1/push/visibility',
    body: { page: ID, visible: true },
    status: 200,
  },
  {
    limit: 'typingByAccount',
    path: 'PUT /api/v1/conversation/typing/true',
    body: { conversationId: ID },
    status: 404,
  },
]

describe('the limit of an account', () => {
  it.each(OPERATIONS)('refuses the next call with 429: $path', async ({ limit, path, body, status }) => {
    const { token, user } = await join(plentiful)
    const [method = '', address = ''] = path.split(' ')
    const ask = () => personOf(strict.url, token, user).call(method, address.replace('{id}', ID), body)
    expect((await ask()).status).toBe(status)
    const refused = await ask()
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(refused.headers.get('ratelimit-policy')).toContain(`"${limit}";q=1`)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
