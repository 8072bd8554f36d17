import type { Store, WritableStore } from '../store.ts'
import type { ConversationState } from './conversation-state.ts'
import type { DraftTexts } from './draft-texts.ts'
import type { ShownMessage } from './messages.ts'
import type { OutboxQueue } from './outbox-queue.ts'

/** Keeps the unsent messages and the drafts of a member beyond the page. No function rejects. */
export interface UnsentKeeper {
  /** Resolves once the kept messages are in the queues that were followed so far. */
  settled(): Promise<void>
  /** Resolves with whether the browser stores the message. */
  addMessage(message: ShownMessage): Promise<boolean>
  /** Replaces a message that is kept. */
  changeMessage(message: ShownMessage): void
  removeMessage(messageId: string, conversationId: string): void
  /** Adds the kept messages of a conversation to its queue, now and when another tab changes them, and then calls `run`. */
  followMessages(conversationId: string, queue: OutboxQueue, run: () => void): void
  /** Fills a draft from what is kept, and keeps its changes. Resolves with whether the browser stores it. */
  followDraft(conversationId: string, draft: WritableStore<DraftTexts>, copy: DraftCopy): Promise<boolean>
  /** Keeps what is shown of the open conversation, for a start without a network. */
  followChat(conversationId: string, shown: Store<ConversationState>): void
  /** Shows a chat that ended before its last message was sent, unless the member does something else. */
  showEnded(conversationId: string): void
  close(): void
}

/** The copy of a draft that the tab keeps until the draft is stored. */
export interface DraftCopy {
  /** Whether the draft was filled from a copy that is newer than what is stored: its page ended too early. */
  isNewer: boolean
  /** Called whenever the draft is stored as it is. */
  onStored(): void
}

/** A keeper whose code loads with its first use. */
export interface LazyKeeper {
  /** `orElse` runs instead where there is no keeper. */
  use(act: (keeper: UnsentKeeper) => unknown, orElse?: () => void): void
  /** Resolves once the kept messages, which go first, are in their queues, or at the latest after two seconds. */
  ready(): Promise<void>
  close(): void
}

/** Milliseconds for which a message waits for those of earlier pages. Some browsers never answer. */
const PATIENCE = 2_000

/** Where the code cannot be loaded or the browser stores nothing, each use tries again, and texts last as long as the page. */
export function createLazyKeeper(load: () => Promise<UnsentKeeper>): LazyKeeper {
  let loading: Promise<UnsentKeeper | null> | null = null
  /** The browser has not answered in time once. */
  let isHanging = false

  function keeper() {
    loading ??= load().catch(() => {
      loading = null
      return null
    })
    return loading
  }

  return {
    use: (act, orElse) => void keeper().then((loaded) => (loaded ? act(loaded) : orElse?.())),
    async ready() {
      if (isHanging) return
      let timer: ReturnType<typeof setTimeout> | undefined
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(() => {
          isHanging = true
          resolve()
        }, PATIENCE)
      })
      await Promise.race([keeper().then((loaded) => loaded?.settled()), patience])
      clearTimeout(timer)
    },
    close() {
      void loading?.then((loaded) => loaded?.close())
      loading = null
    },
  }
}
