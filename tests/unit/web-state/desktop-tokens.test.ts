import { describe, expect, it } from 'vitest'
import { openDesktopTokens } from '#web/state/desktop/desktop-tokens.ts'

const KEY = 'authToken'

/** A bridge with the token that the app stores. */
function anApp(kept: string | null = null, failing = false) {
  const app = { kept }
  return {
    app,
    readToken: async () => {
      if (failing) throw new Error('no answer')
      return app.kept
    },
    keepToken: async (token: string | null) => {
      if (failing) throw new Error('no space left on the disk')
      app.kept = token
    },
  }
}
function storageWith(token: string | null) {
  const items = new Map(token === null ? [] : [[KEY, token]])
  return {
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => void items.delete(key),
  }
}

describe('the token of a page in the desktop app', () => {
  it('comes from the app and is stored there', async () => {
    const bridge = anApp('from the app')
    const tokens = await openDesktopTokens(bridge, storageWith(null))
    expect(tokens.getItem(KEY)).toBe('from the app')
    tokens.setItem(KEY, 'a new one')
    expect([tokens.getItem(KEY), bridge.app.kept]).toEqual(['a new one', 'a new one'])
    tokens.removeItem(KEY)
    expect([tokens.getItem(KEY), bridge.app.kept]).toEqual([null, null])
  })

  it('moves once from the storage of the page to the app', async () => {
    const bridge = anApp()
    const storage = storageWith('from before')
    const tokens = await openDesktopTokens(bridge, storage)
    expect([tokens.getItem(KEY), bridge.app.kept, storage.getItem(KEY)]).toEqual([
      'from before',
      'from before',
      null,
    ])
  })

  it('stays in the storage of the page while the app cannot keep it', async () => {
    const storage = storageWith('from before')
    const tokens = await openDesktopTokens(anApp(null, true), storage)
    expect([tokens.getItem(KEY), storage.getItem(KEY)]).toEqual(['from before', 'from before'])
    const visitor = await openDesktopTokens(anApp('lost', true), storageWith(null))
    expect(visitor.getItem(KEY)).toBeNull()
  })
})
