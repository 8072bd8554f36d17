import { describe, expect, it } from 'vitest'
import { createDrafts } from '#web/state/chat/drafts.ts'
import type { DraftCopy } from '#web/state/chat/unsent-keeper.ts'
import { CHAT, ME, PARTNER } from './kit.ts'

/** A page of a tab. Its keeper answers once `load` is called, which resolves when the draft is followed. */
function aPage(tab = new Map<string, string>(), userId = ME) {
  const loaded = Promise.withResolvers<boolean>()
  const followed = Promise.withResolvers<void>()
  const copies: DraftCopy[] = []
  const drafts = createDrafts({
    keeper: {
      async use(act) {
        await act({
          followDraft(_, __, copy) {
            copies.push(copy)
            return loaded.promise
          },
        })
        followed.resolve()
      },
    },
    tabStorage: {
      getItem: (key) => tab.get(key) ?? null,
      setItem: (key, value) => void tab.set(key, value),
      removeItem: (key) => void tab.delete(key),
    },
    userId,
  })
  const draft = drafts.of(CHAT)
  const type = (text: string) => draft.setState({ text, aside: '' })
  const load = async (isStored: boolean) => {
    loaded.resolve(isStored)
    await followed.promise
  }
  const store = () => copies[0]?.onStored()
  return { tab, drafts, draft, type, load, store, isNewer: copies[0]?.isNewer }
}

describe('createDrafts', () => {
  // covers: beyond-drafts-last
  it('fills the field of the next page with a text that was written before the keeper had loaded', () => {
    const { tab, type } = aPage()
    type('What I wan')
    type('What I wanted')
    const next = aPage(tab)
    expect(next.draft.getState()).toEqual({ text: 'What I wanted', aside: '' })
    expect(next.isNewer).toBe(false)
  })

  // covers: beyond-drafts-last
  it.each(['What I wanted', ''])(
    'gives the next page a change that was not stored in time: "%s"',
    async (text) => {
      const { tab, type, load, store } = aPage()
      store()
      await load(true)
      type('What I wan')
      store()
      expect(tab.size).toBe(0)
      type(text)
      const next = aPage(tab)
      expect(next.draft.getState()).toEqual({ text, aside: '' })
      expect(next.isNewer).toBe(true)
      next.type('More')
      expect(aPage(tab).isNewer).toBe(true)
    },
  )

  // covers: beyond-drafts-last
  it('gives the next page the draft that was set aside', async () => {
    const { tab, draft, load, store } = aPage()
    await load(true)
    draft.setState({ text: 'Not sent', aside: 'What I wanted' })
    expect(aPage(tab).draft.getState()).toEqual({ text: 'Not sent', aside: 'What I wanted' })
    store()
    expect(tab.size).toBe(0)
  })

  it('gives the next page what was typed while the keeper filled the draft', async () => {
    const { tab, type, load } = aPage()
    type('What I wanted')
    await load(true)
    expect(aPage(tab)).toMatchObject({ isNewer: true })
  })

  it('leaves nothing in the tab once the browser stores the draft', async () => {
    const { tab, type, load, store } = aPage()
    type('What I wanted')
    store()
    await load(true)
    expect(tab.size).toBe(0)
    type('What I wanted to say')
    store()
    expect(tab.size).toBe(0)
  })

  it('keeps the text in the tab where the browser does not store the draft', async () => {
    const { tab, type, load } = aPage()
    await load(false)
    type('What I wanted')
    expect(aPage(tab).draft.getState().text).toBe('What I wanted')
  })

  it('forgets a text that was sent before the keeper had loaded', () => {
    const { tab, type } = aPage()
    type('What I wanted')
    type('')
    expect(tab.size).toBe(0)
  })

  it('forgets every text when the session ends, and shows none to another member', () => {
    const { tab, drafts, type } = aPage()
    type('What I wanted')
    expect(aPage(tab, PARTNER).draft.getState().text).toBe('')
    drafts.close()
    expect(tab.size).toBe(0)
  })
})
