import { expect, it } from 'vitest'
import { goQuiet } from '#web/worker/go-quiet.ts'

// covers: beyond-quiet-exit-notifications
it('goQuiet closes all notifications and ends push messages', async () => {
  const left = new Set(['match', 'message', 'push'])
  const registration = {
    getNotifications: async () => ['match', 'message'].map((tag) => ({ close: () => void left.delete(tag) })),
    pushManager: { getSubscription: async () => ({ unsubscribe: async () => left.delete('push') }) },
  }
  await goQuiet({ registration } as unknown as Parameters<typeof goQuiet>[0])
  expect([...left]).toEqual([])
})
