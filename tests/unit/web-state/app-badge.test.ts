import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { startAppBadge } from '#web/state/chat/app-badge.ts'
import { CONVERSATIONS } from '#web/state/list-keys.ts'
import { createStore } from '#web/state/store.ts'
import { aConversation } from './kit.ts'

/** A browser in which the app is installed, or that refuses a badge. */
function setUp({ refuses = false } = {}) {
  const queries = new QueryClient()
  const unseen = createStore<ReadonlyMap<string, string>>(new Map())
  const shown: (number | undefined)[] = []
  const answer = () => (refuses ? Promise.reject(new DOMException('not installed')) : Promise.resolve())
  const navigator = {
    setAppBadge(count?: number) {
      shown.push(count)
      return answer()
    },
    clearAppBadge() {
      shown.push(0)
      return answer()
    },
  }
  const stop = startAppBadge({ queries, unseen, navigator })
  const list = (...counts: number[]) => {
    const elements = counts.map((unreadCount, n) => aConversation({ id: `chat ${n}`, unreadCount }))
    queries.setQueryData([CONVERSATIONS], { pages: [{ elements }], pageParams: [0] })
  }
  const receive = (...ids: string[]) => unseen.setState(new Map(ids.map((id) => [id, 'message'])))
  return { list, receive, shown, stop }
}

describe('the badge of the app', () => {
  // covers: beyond-app-badge
  it('counts the conversations with unread messages, and disappears after the last', () => {
    const { list, shown } = setUp()
    list(3, 0, 1)
    list(2, 0, 1)
    list(0, 0, 1)
    list(0, 0, 0)
    expect(shown).toEqual([2, 1, 0])
  })

  it('counts a conversation once that got messages in a hidden tab', () => {
    const { list, receive, shown } = setUp()
    list(1, 0)
    receive('chat 0', 'chat 1')
    receive()
    expect(shown).toEqual([1, 2, 1])
  })

  it('stays as the service worker left it until the list is loaded', () => {
    const { receive, shown } = setUp()
    receive('chat 0')
    expect(shown).toEqual([])
  })

  it('disappears after the end of the session', () => {
    const { list, shown, stop } = setUp()
    list(1)
    stop()
    list(2)
    expect(shown).toEqual([1, 0])
  })

  it('ignores a browser that refuses it', async () => {
    const { list, shown, stop } = setUp({ refuses: true })
    list(1)
    stop()
    await Promise.resolve()
    expect(shown).toEqual([1, 0])
  })
})
