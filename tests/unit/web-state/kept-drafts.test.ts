import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DraftTexts } from '#web/state/chat/draft-texts.ts'
import { createStore } from '#web/state/store.ts'
import { createKeptDrafts } from '#web/state/unsent/kept-drafts.ts'
import type { KeptDraft } from '#web/state/unsent/unsent-records.ts'
import { passing } from './conversation-kit.ts'
import { CHAT, ME } from './kit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const NO_COPY = { isNewer: false, onStored: () => {} }
const EMPTY: DraftTexts = { text: '', aside: '' }

/** A tab with a draft, on a database that may be shared with another tab. */
function aTab(database = new Map<string, KeptDraft>()) {
  const session = { isSignedIn: true, isFull: false, whileWriting: () => {} }
  const announced: string[] = []
  let read = Promise.resolve()
  const drafts = createKeptDrafts({
    database: {
      async draft(_, conversationId) {
        await read
        return database.get(conversationId)
      },
      async writeDraft(draft) {
        if (session.isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
        session.whileWriting()
        if (draft.text === '' && draft.aside === '') database.delete(draft.conversationId)
        else database.set(draft.conversationId, draft)
      },
    },
    userId: ME,
    isSignedIn: () => session.isSignedIn,
    now: () => Date.now(),
    announce: (conversationId) => void announced.push(conversationId),
  })
  const draft = createStore(EMPTY)
  const readLater = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    read = promise
    return resolve
  }
  const type = (text: string) => draft.setState({ ...draft.getState(), text })
  return { database, drafts, draft, session, announced, readLater, type }
}

describe('createKeptDrafts', () => {
  // covers: beyond-drafts-last
  it('writes a draft while its member types, and again when the page may end', async () => {
    const { database, drafts, draft, type } = aTab()
    await drafts.follow(CHAT, draft, NO_COPY)
    type('H')
    type('He')
    expect(database.size).toBe(0)
    await passing(300)
    expect(database.get(CHAT)).toMatchObject({ text: 'He', userId: ME })
    type('Hello')
    drafts.flush()
    await passing(0)
    expect(database.get(CHAT)).toMatchObject({ text: 'Hello' })
  })

  it('deletes a draft at once when its message is sent', async () => {
    const { database, drafts, draft, type } = aTab()
    await drafts.follow(CHAT, draft, NO_COPY)
    type('Hello')
    await passing(300)
    type('')
    await passing(0)
    expect(database.size).toBe(0)
  })

  it('says whether a text that was begun before is stored', async () => {
    const { database, drafts, draft, session, type } = aTab()
    type('Hello')
    session.isFull = true
    expect(await drafts.follow(CHAT, draft, NO_COPY)).toBe(false)
    session.isFull = false
    expect(await drafts.follow(CHAT, draft, NO_COPY)).toBe(true)
    expect(database.get(CHAT)).toMatchObject({ text: 'Hello' })
  })

  it('says that a text is stored while its member types on', async () => {
    const { database, drafts, draft, session, type } = aTab()
    type('Hel')
    const followed = drafts.follow(CHAT, draft, NO_COPY)
    session.whileWriting = () => type('Hello')
    expect(await followed).toBe(true)
    await passing(300)
    expect(database.get(CHAT)).toMatchObject({ text: 'Hello' })
  })

  it('says when all of a draft is stored', async () => {
    const { drafts, draft, session, type } = aTab()
    const stored: string[] = []
    await drafts.follow(CHAT, draft, { isNewer: false, onStored: () => stored.push(draft.getState().text) })
    expect(stored).toEqual([''])
    session.whileWriting = () => {
      session.whileWriting = () => {}
      type('Hello')
    }
    type('Hel')
    await passing(300)
    expect(stored).toEqual([''])
    await passing(300)
    expect(stored).toEqual(['', 'Hello'])
  })

  // covers: beyond-drafts-last
  it('replaces what is stored with a newer copy of the tab, also with an empty one', async () => {
    const { database, drafts, draft, type } = aTab()
    await drafts.follow(CHAT, draft, NO_COPY)
    type('What I wan')
    await passing(300)
    for (const text of ['What I wanted', '']) {
      const later = aTab(database)
      later.type(text)
      await later.drafts.follow(CHAT, later.draft, { isNewer: true, onStored: () => {} })
      await passing(0)
      expect(later.draft.getState()).toEqual({ text, aside: '' })
      expect(database.get(CHAT)?.text ?? '').toBe(text)
    }
  })

  it('fills the field of a later page', async () => {
    const { database, drafts, draft, type } = aTab()
    await drafts.follow(CHAT, draft, NO_COPY)
    type('Hello')
    await passing(300)
    const later = aTab(database)
    await later.drafts.follow(CHAT, later.draft, NO_COPY)
    expect(later.draft.getState()).toEqual({ text: 'Hello', aside: '' })
  })

  it('does not write a text again that is stored already and was just sent from another tab', async () => {
    const one = aTab()
    await one.drafts.follow(CHAT, one.draft, NO_COPY)
    one.type('Hello')
    await passing(300)
    const other = aTab(one.database)
    other.type('Hello')
    await other.drafts.follow(CHAT, other.draft, NO_COPY)
    one.type('')
    await passing(300)
    other.drafts.rereadAll()
    await passing(0)
    expect(other.announced).toEqual([])
    expect(other.draft.getState()).toEqual(EMPTY)
  })

  // covers: beyond-drafts-input-methods
  it('sets a draft aside for a text that was begun before, and changes nothing in the field', async () => {
    const { database, drafts, draft, type } = aTab()
    await drafts.follow(CHAT, draft, NO_COPY)
    type('Hello')
    await passing(300)
    const later = aTab(database)
    const answer = later.readLater()
    const followed = later.drafts.follow(CHAT, later.draft, NO_COPY)
    later.type('にほ')
    answer()
    await followed
    expect(later.draft.getState()).toEqual({ text: 'にほ', aside: 'Hello' })
  })

  it('follows another tab, unless its text is being changed here', async () => {
    const one = aTab()
    const other = aTab(one.database)
    for (const { drafts, draft } of [one, other]) await drafts.follow(CHAT, draft, NO_COPY)
    one.type('From one')
    await passing(300)
    expect(one.announced).toEqual([CHAT])
    await other.drafts.reread(CHAT)
    expect(other.draft.getState().text).toBe('From one')
    other.type('From other')
    await other.drafts.reread(CHAT)
    expect(other.draft.getState().text).toBe('From other')
  })

  it('follows what other tabs changed while the page was in the cache of the browser', async () => {
    const one = aTab()
    const other = aTab(one.database)
    for (const { drafts, draft } of [one, other]) await drafts.follow(CHAT, draft, NO_COPY)
    one.type('Sent from one')
    await passing(300)
    other.drafts.rereadAll()
    await passing(0)
    expect(other.draft.getState().text).toBe('Sent from one')
    one.type('')
    await passing(0)
    other.drafts.rereadAll()
    await passing(0)
    expect(other.draft.getState().text).toBe('')
  })

  // covers: beyond-drafts-full-storage
  it('leaves a text in the field that the browser did not store, and stores it once there is room', async () => {
    const { database, drafts, draft, session, type } = aTab()
    await drafts.follow(CHAT, draft, NO_COPY)
    session.isFull = true
    type('Hello')
    await passing(300)
    drafts.rereadAll()
    await passing(0)
    expect(draft.getState().text).toBe('Hello')
    session.isFull = false
    drafts.flush()
    await passing(0)
    expect(database.get(CHAT)).toMatchObject({ text: 'Hello' })
  })

  // covers: beyond-unsent-cleared
  it('writes nothing after the session has ended', async () => {
    const { database, drafts, draft, session, type } = aTab()
    await drafts.follow(CHAT, draft, NO_COPY)
    type('Hello')
    session.isSignedIn = false
    drafts.flush()
    await passing(1_000)
    expect(database.size).toBe(0)
  })
})
