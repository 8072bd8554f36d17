import { describe, expect, it } from 'vitest'
import { addMatchNotifications } from '#web/worker/match-notifications.ts'

type Listener = (event: Record<string, unknown>) => void

/** Starts what the service worker does with matches, beside these tabs, the last used one first. One may be visible. */
function startWorker(tabs: string[], visible?: string) {
  const listeners = new Map<string, Listener>()
  const shown: { title: string; data: unknown }[] = []
  const front: string[] = []
  const scope = {
    addEventListener: (name: string, listener: Listener) => void listeners.set(name, listener),
    registration: {
      showNotification: (title: string, { data }: { data: unknown }) => void shown.push({ title, data }),
    },
    clients: {
      async get(id: string) {
        if (tabs.includes(id)) return { id, visibilityState: id === visible ? 'visible' : 'hidden' }
      },
      matchAll: async () => tabs.map((id) => ({ id, focus: () => front.push(id) })),
      openWindow: (path: string) => front.push(path),
    },
  }
  addMatchNotifications(scope as unknown as ServiceWorkerGlobalScope)
  let pending: Promise<unknown> = Promise.resolve()
  const waitUntil = (work: Promise<unknown>) => {
    pending = work
  }
  return {
    shown,
    front,
    async ask(id: string) {
      listeners.get('message')?.({ data: { title: 'Match Found!', options: {} }, source: { id }, waitUntil })
      await pending
    },
    async press(data: unknown = shown[0]?.data) {
      const notification = { data, close: () => shown.splice(0) }
      listeners.get('notificationclick')?.({ notification, waitUntil })
      await pending
    },
  }
}

describe('the notification of a match', () => {
  it('does not show when the member is back in its tab before the worker has started', async () => {
    const worker = startWorker(['with the match'], 'with the match')
    await worker.ask('with the match')
    expect(worker.shown).toEqual([])
  })
})

describe('a press on the notification of a match', () => {
  it('focuses the tab of the match, not the one that was used last', async () => {
    const worker = startWorker(['used last', 'with the match'])
    await worker.ask('with the match')
    expect(worker.shown).toEqual([{ title: 'Match Found!', data: { tab: 'with the match' } }])
    await worker.press()
    expect([worker.front, worker.shown]).toEqual([['with the match'], []])
  })

  it('focuses the tab that was used last when the tab of the match is gone', async () => {
    const worker = startWorker(['used last', 'another'])
    await worker.ask('closed')
    await worker.press()
    expect(worker.front).toEqual(['used last'])
  })

  it('opens the app when no tab is left', async () => {
    const worker = startWorker([])
    await worker.ask('closed')
    await worker.press()
    expect(worker.front).toEqual(['/'])
  })

  it('leaves notifications of another kind to those who show them', async () => {
    const worker = startWorker(['used last'])
    await worker.press({ conversation: 'of a push message' })
    expect(worker.front).toEqual([])
  })
})
