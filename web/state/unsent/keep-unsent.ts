import type { User } from '#schema/account.ts'
import { LIMITS } from '#schema/limits.ts'
import { PRODUCT } from '#schema/product.ts'
import type { Api } from '../../data/api.ts'
import { isOpen } from '../chat/about-conversation.ts'
import type { ChatMachine } from '../chat/chat-machine.ts'
import { isPending } from '../chat/messages.ts'
import type { Outbox } from '../chat/outbox.ts'
import type { UnsentKeeper } from '../chat/unsent-keeper.ts'
import { createKeptChat } from './kept-chat.ts'
import { createKeptDrafts } from './kept-drafts.ts'
import { createKeptMessages } from './kept-messages.ts'
import { requestSync } from './request-sync.ts'
import { createUnsentDatabase, type UnsentDatabase } from './unsent-database.ts'
import type { KeptChat, KeptDraft, KeptMessage } from './unsent-records.ts'

const HOUR = 3_600_000
/** Milliseconds for which a message that was refused is kept: an ended chat is listed no longer. */
const REFUSED_KEPT = LIMITS.recentChatHours * HOUR
const DRAFT_KEPT = 30 * 24 * HOUR
const CHAT_KEPT = 24 * HOUR

interface KeepUnsentDeps {
  window: Window & typeof globalThis
  api: Api
  userId: string
  isSignedIn(): boolean
  user(): User | null
  token(): string | null
  chat: Pick<ChatMachine, 'getState' | 'subscribe' | 'open'>
  /** Creates the outbox of a conversation, which follows its messages. */
  outboxOf(conversationId: string): Outbox
  now(): number
}

/**
 * Opens what keeps the unsent messages, the drafts and the open chat of a member. Deletes those of other members and
 * those that are too old, and continues to send the others. @throws DOMException if the browser stores nothing
 */
export async function keepUnsent(deps: KeepUnsentDeps): Promise<UnsentKeeper> {
  const { window, userId, isSignedIn, outboxOf, now } = deps
  const database = createUnsentDatabase()
  await database.prune(oldTexts(userId, now()))
  const tabs = openChannel(window, userId)
  const kept = { database, userId, isSignedIn, now }
  const drafts = createKeptDrafts({ ...kept, announce: (draft) => tabs.post({ draft }) })
  const messages = createKeptMessages({ ...kept, announce: () => tabs.post({ messages: true }) })

  const keptChat = createKeptChat({ ...deps, database })

  const askForSync = () => void requestSync(window.navigator)
  function onHide() {
    drafts.flush()
    keptChat.flush()
    // The page may end before they are sent.
    void hasPending(database).then((has) => has && askForSync())
  }
  const onVisibility = () => window.document.visibilityState === 'hidden' && onHide()
  /** A page that returns from the browser's cache has missed what the other tabs announced. */
  function onShow({ persisted }: PageTransitionEvent) {
    if (!persisted) return
    drafts.rereadAll()
    void restore()
  }

  async function restore() {
    for (const conversationId of await messages.reread()) outboxOf(conversationId)
  }

  tabs.listen((news) => void ('draft' in news ? drafts.reread(news.draft) : restore()))
  window.addEventListener('pagehide', onHide)
  window.addEventListener('pageshow', onShow)
  window.document.addEventListener('visibilitychange', onVisibility)
  const restored = restore()
  return {
    settled: async () => void (await Promise.all([restored, messages.settled()])),
    addMessage(message) {
      if (!window.navigator.onLine) askForSync()
      return messages.add(message)
    },
    changeMessage: messages.change,
    removeMessage: messages.remove,
    followMessages: (conversationId, queue, run) => void messages.follow(conversationId, queue, run),
    followDraft: drafts.follow,
    followChat: keptChat.follow,
    showEnded: (conversationId) => void showEnded(deps, conversationId),
    close() {
      window.removeEventListener('pagehide', onHide)
      window.removeEventListener('pageshow', onShow)
      window.document.removeEventListener('visibilitychange', onVisibility)
      drafts.close()
      keptChat.close()
      tabs.close()
      database.close()
    },
  }
}

/** Whether messages wait to be sent. Does not reject. */
const hasPending = (database: Pick<UnsentDatabase, 'messages'>) =>
  database.messages().then(
    (kept) => kept.some(({ message }) => isPending(message)),
    () => false,
  )

/** Tells what is deleted: a wrong clock deletes no message that waits. */
function oldTexts(userId: string, now: number) {
  const isOlder = (time: number, age: number) => Math.abs(now - time) > age
  return {
    message: (kept: KeptMessage) =>
      kept.userId !== userId || (!isPending(kept.message) && isOlder(kept.time, REFUSED_KEPT)),
    draft: (kept: KeptDraft) => kept.userId !== userId || isOlder(kept.time, DRAFT_KEPT),
    chat: (kept: KeptChat) => kept.userId !== userId || isOlder(kept.time, CHAT_KEPT),
  }
}

/** What a tab tells the others: the conversation of a draft, or that messages have changed. */
type News = { draft: string } | { messages: true }

/** Opens the channel between the tabs of a member. Without one, a tab sees the texts of the others when it opens. */
function openChannel(window: Window & typeof globalThis, userId: string) {
  const channel = 'BroadcastChannel' in window ? new window.BroadcastChannel(`${PRODUCT.slug}-unsent`) : null
  return {
    post: (news: News) => channel?.postMessage({ ...news, userId }),
    listen(onNews: (news: News) => void) {
      channel?.addEventListener('message', ({ data }) => {
        if (isNews(data) && data.userId === userId) onNews(data)
      })
    },
    close: () => channel?.close(),
  }
}

const isNews = (value: unknown): value is News & { userId: string } =>
  typeof value === 'object' &&
  value !== null &&
  'userId' in value &&
  ('draft' in value || 'messages' in value)

/** Shows a chat that ended before its last message was sent: the member is not in it anymore. */
async function showEnded({ api, chat }: KeepUnsentDeps, conversationId: string) {
  await untilRestored(chat)
  if (chat.getState().phase !== 'idle') return
  const answer = await api.call('currentConversation', { params: { id: conversationId } }).catch(() => null)
  if (answer && !isOpen(answer.data) && chat.getState().phase === 'idle') chat.open(answer.data)
}

const untilRestored = (chat: KeepUnsentDeps['chat']) =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (chat.getState().phase === 'restoring') return
      stop()
      resolve()
    }
    const stop = chat.subscribe(check)
    check()
  })
