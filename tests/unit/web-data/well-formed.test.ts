import { expect, it } from 'vitest'
import { createApi } from '#web/data/api.ts'

const nothing = () => undefined

it('replaces a split emoji in a request body, which the server would refuse', async () => {
  const bodies: string[] = []
  const api = createApi({
    token: () => null,
    events: {
      unauthorized: nothing,
      rateLimited: nothing,
      suspended: nothing,
      succeeded: nothing,
      proving: nothing,
    },
    fetch: async (_, init) => {
      bodies.push(String(init?.body))
      return new Response(JSON.stringify({ success: true }))
    },
  })
  await api.call('reportUser', { body: { reportedUserId: crypto.randomUUID(), reason: 'Rude 😀 \ud83d' } })
  expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ reason: 'Rude 😀 \ufffd' })
})
