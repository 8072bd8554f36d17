import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const SOURCE = readFileSync(resolve(import.meta.dirname, '../../../web/public/sw.js'), 'utf8')

type Listener = (event: Record<string, unknown>) => void

/** Runs the service worker beside these tabs, the last used one first. One of them may be visible. */
function startWorker(tabs: string[], visible?: string) {
  const listeners = new Map<string, Listener>()
  const shown: { title: string; data: string }[] = []
  const front: string[] = []
  const self = {
    location: { href: 'https://rapport.test/sw.js' },
    addEventListener: (name: string, listener: Listener) => void listeners.set(name, listener),
    registration: {
      showNotification: (title: string, { data }: { data: string }) => void shown.push({ title, data }),
    },
    clients: {
      async get(id: string) {
        if (tabs.includes(id)) return { id, visibilityState: id === visible ? 'visible' : 'hidden' }
      },
      matchAll: async () => tabs.map((id) => ({ id, focus: () => front.push(id) })),
      openWindow: (path: string) => front.push(path),
    },
  }
  runInNewContext(SOURCE, { self, URL })
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
    async press() {
      const notification = { data: shown[0]?.data, close: () => shown.splice(0) }
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
    expect(worker.shown).toEqual([{ title: 'Match Found!', data: 'with the match' }])
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
})
