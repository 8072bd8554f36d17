import { isVisible } from '#schema/visible.ts'
import type { DraftTexts } from '../chat/draft-texts.ts'
import type { DraftCopy } from '../chat/unsent-keeper.ts'
import type { WritableStore } from '../store.ts'
import type { UnsentDatabase } from './unsent-database.ts'

/** Milliseconds between two writes of a draft while its member types. */
const WRITE_EVERY = 300

interface KeptDraftsDeps {
  database: Pick<UnsentDatabase, 'draft' | 'writeDraft'>
  userId: string
  isSignedIn(): boolean
  now(): number
  /** Tells the other tabs that a draft has changed. */
  announce(conversationId: string): void
}

interface Followed {
  draft: WritableStore<DraftTexts>
  /** Whether the member has changed the text since it was stored or read. */
  isChanged: boolean
  /** Whether the text is just set from what is kept. */
  isShowing: boolean
  timer?: ReturnType<typeof setTimeout>
  onStored: DraftCopy['onStored']
  stop(): void
}

/** Keeps drafts in the database. No function rejects: where nothing is stored, a draft lasts as long as the page. */
export function createKeptDrafts(deps: KeptDraftsDeps) {
  const { database, userId, isSignedIn } = deps
  const drafts = new Map<string, Followed>()

  const write = createWrite(deps)

  function onChange(conversationId: string, followed: Followed) {
    if (followed.isShowing) return
    followed.isChanged = true
    const { text, aside } = followed.draft.getState()
    // What was sent must not come back.
    if (text === '' && aside === '') void write(conversationId, followed)
    else followed.timer ??= setTimeout(() => void write(conversationId, followed), WRITE_EVERY)
  }

  const read = (conversationId: string) => readTexts(database.draft(userId, conversationId))

  /** Reads a draft again that another tab has changed, unless its text is being changed here too. */
  async function reread(conversationId: string) {
    const followed = drafts.get(conversationId)
    if (!followed || followed.isChanged) return
    const kept = await read(conversationId)
    if (kept && !followed.isChanged && isSignedIn()) show(followed, kept)
  }

  return {
    /**
     * Fills a draft from what is kept, and keeps its changes. A text that the member has begun stays in the field. Resolves
     * with whether the browser stores the draft, also where its member has typed on since.
     */
    async follow(
      conversationId: string,
      draft: WritableStore<DraftTexts>,
      { isNewer, onStored }: DraftCopy,
    ): Promise<boolean> {
      const followed: Followed = {
        draft,
        isChanged: false,
        isShowing: false,
        onStored,
        stop: () => undefined,
      }
      followed.stop = draft.subscribe(() => onChange(conversationId, followed))
      drafts.set(conversationId, followed)
      const kept = await read(conversationId)
      if (!kept || !isSignedIn()) return false
      const begun = begunTexts(draft.getState(), kept, isNewer)
      if (!begun) {
        show(followed, kept)
        return true
      }
      draft.setState(begun)
      return write(conversationId, followed)
    },
    reread,
    /** Reads every draft again, after changes that this tab did not hear of. */
    rereadAll: () => void Promise.all([...drafts.keys()].map(reread)),
    /** Writes what was changed, before the page may end. */
    flush() {
      for (const [conversationId, followed] of drafts) void write(conversationId, followed)
    },
    close() {
      for (const { timer, stop } of drafts.values()) {
        clearTimeout(timer)
        stop()
      }
      drafts.clear()
    },
  }
}

/** Returns a function that writes a draft that has changed, and resolves with whether the browser stored it. */
function createWrite({ database, userId, isSignedIn, now, announce }: KeptDraftsDeps) {
  return async function write(conversationId: string, followed: Followed): Promise<boolean> {
    clearTimeout(followed.timer)
    delete followed.timer
    if (!followed.isChanged || !isSignedIn()) return false
    followed.isChanged = false
    try {
      await database.writeDraft({ ...followed.draft.getState(), userId, conversationId, time: now() })
    } catch {
      // The text stays in the field, also when what is kept is read again.
      followed.isChanged = true
      return false
    }
    if (!followed.isChanged) followed.onStored()
    announce(conversationId)
    return true
  }
}

/** Returns what a field shows whose member has begun a text, and null where it shows what is kept. */
function begunTexts({ text, aside }: DraftTexts, kept: DraftTexts, isNewer: boolean): DraftTexts | null {
  // A page that was left too early has its text in the tab too. Another tab may be sending it now.
  if (aside === '' && ((text === '' && !isNewer) || text === kept.text)) return null
  const others = isNewer ? [aside] : [aside, kept.text, kept.aside]
  return { text, aside: others.filter((one) => isVisible(one) && one !== text).join('\n') }
}

/** Returns empty texts without a kept draft, and null where the browser stores nothing. */
async function readTexts(reading: Promise<DraftTexts | undefined>): Promise<DraftTexts | null> {
  const kept = await reading.catch(() => null)
  if (kept === null) return null
  return { text: kept?.text ?? '', aside: kept?.aside ?? '' }
}

/** Shows what is kept, which is no change of the member. */
function show(followed: Followed, { text, aside }: DraftTexts) {
  const shown = followed.draft.getState()
  if (shown.text !== text || shown.aside !== aside) {
    followed.isShowing = true
    followed.draft.setState({ text, aside })
    followed.isShowing = false
  }
  if (!followed.isChanged) followed.onStored()
}
