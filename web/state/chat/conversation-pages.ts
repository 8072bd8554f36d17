import { t } from '@lingui/core/macro'
import type { Conversation } from '#schema/chat.ts'
import { LIMITS } from '#schema/limits.ts'
import type { Api } from '../../data/api.ts'
import type { Recall } from '../unsent/unsent-records.ts'
import type { ConversationStore } from './conversation-state.ts'
import { isPending, merge, type ShownMessage } from './messages.ts'
import type { Outbox } from './outbox.ts'
import { NO_RECEIPTS } from './receipts.ts'

/** A list that grows beyond `most` is cut to its newest `kept` messages. */
const LENGTH = { most: 500, kept: 300 }

interface ConversationPagesDeps {
  api: Api
  conversation: Pick<Conversation, 'id' | 'partnerId'>
  store: ConversationStore
  outbox: Pick<Outbox, 'messages' | 'remove'>
  recall?: Recall
  markRead(): void
  showFailure(error: unknown, title: string, description: string): void
}

/** Loads the partner and the messages of a conversation, page by page, and clears its messages. */
export function createConversationPages(deps: ConversationPagesDeps) {
  const { api, conversation, store, outbox, markRead, showFailure } = deps
  const { id } = conversation
  const { getState, change } = store
  const generations = createGenerations(store)
  let clearing: Promise<unknown> = Promise.resolve()
  /** Whether the messages are those that this browser kept. */
  let isRecalled = false

  async function load() {
    if (getState().status === 'failed') change({ status: 'loading' })
    void loadPartner(deps)
    const isCurrent = generations.begin()
    // A page that is read before the server has cleared the messages would bring them back.
    await clearing
    if (!isCurrent()) return
    const { receipts } = getState()
    try {
      const { data } = await loadPage(api, id)
      if (!isCurrent()) return
      isRecalled = false
      // Drops the older messages: there may be a gap between them and this page.
      const newestId = data.elements[0]?.id ?? ''
      const newer = getState().messages.filter((one) => one.state !== 'sent' || one.id > newestId)
      change({
        status: 'ready',
        messages: merge(newer, data.elements),
        hasMore: !data.last,
        // The page may be older than a receipt that arrived during the request.
        ...(getState().receipts === receipts && { receipts: NO_RECEIPTS }),
      })
      markRead()
    } catch {
      const hasNone = () => isCurrent() && getState().status === 'loading'
      if (hasNone()) isRecalled = await showKept(deps, hasNone)
    }
  }

  async function clear() {
    const { messages } = getState()
    const unsent = outbox.messages().filter(isPending)
    for (const { id: messageId } of outbox.messages()) {
      if (!unsent.some((one) => one.id === messageId)) outbox.remove(messageId)
    }
    generations.begin()
    const isUnsent = ({ id: shownId }: ShownMessage) => unsent.some((one) => one.id === shownId)
    const kept = messages.filter((one) => one.awaitsAnswer || isUnsent(one))
    change({ status: 'ready', messages: kept, hasMore: false })
    const request = api.call('clearConversation', { params: { id } })
    clearing = request.catch(() => undefined)
    try {
      await request
    } catch (error) {
      const arrived = getState().messages.filter((one) => one.state === 'sent')
      change({ messages: merge(messages, arrived) })
      showFailure(error, t`Error`, t`Failed to clear messages. Please try again.`)
      await load()
    }
  }

  return {
    load,
    isRecalled: () => isRecalled,
    loadOlder: () => loadOlder(deps, generations.current()),
    dropOldest: () => dropOldest(store),
    clear,
    loadPartner: () => loadPartner(deps),
  }
}

/** Shows what this browser kept, until there is a connection. Returns whether it kept anything. */
async function showKept({ recall, conversation, store }: ConversationPagesDeps, hasNone: () => boolean) {
  const kept = await recall?.()
  if (!hasNone()) return false
  const isSame = kept?.conversation.id === conversation.id
  if (isSame) store.change({ status: 'ready', messages: merge(store.getState().messages, kept.messages) })
  else store.change({ status: 'failed' })
  return isSame
}

/**
 * Counts the generations of the list: one begins when it is reloaded or cleared. The answer to a request of an
 * earlier generation is dropped.
 */
function createGenerations({ change }: ConversationStore) {
  let latest = 0
  const current = () => {
    const own = latest
    return () => own === latest
  }
  return {
    /** Returns a function that tells whether the present generation is still the latest. */
    current,
    begin() {
      latest += 1
      change({ loadingOlder: false })
      return current()
    },
  }
}

async function loadOlder(
  { api, conversation, store, showFailure }: ConversationPagesDeps,
  isCurrent: () => boolean,
) {
  const { getState, change } = store
  const { messages, hasMore, loadingOlder } = getState()
  if (!hasMore || loadingOlder) return
  change({ loadingOlder: true })
  try {
    const oldest = messages.find((one) => one.state === 'sent')
    const { data } = await loadPage(api, conversation.id, oldest ? { before: oldest.id } : {})
    if (!isCurrent()) return
    change({
      messages: merge(getState().messages, data.elements),
      hasMore: !data.last,
      loadingOlder: false,
    })
  } catch (error) {
    if (!isCurrent()) return
    change({ loadingOlder: false })
    showFailure(error, t`Error`, t`Failed to load older messages. Please try again.`)
  }
}

function dropOldest({ getState, change }: ConversationStore) {
  const { messages, loadingOlder } = getState()
  if (loadingOlder || messages.length <= LENGTH.most) return
  const sent = messages.filter((one) => one.state === 'sent')
  const oldestKept = sent.at(-LENGTH.kept)
  if (!oldestKept) return
  const kept = messages.filter((one) => one.state !== 'sent' || one.id >= oldestKept.id)
  change({ messages: kept, hasMore: true })
}

async function loadPartner({ api, conversation, store }: ConversationPagesDeps) {
  try {
    const { data } = await api.call('getPartner', { params: { partnerId: conversation.partnerId } })
    store.change({ partner: data, partnerOnline: data.online })
  } catch {
    // The conversation itself contains the name; the screen leaves out the rest.
  }
}

const loadPage = (api: Api, id: string, older: { before?: string } = {}) =>
  api.call('listMessages', {
    body: { id, pageNumber: 0, size: LIMITS.pageSize, paginated: true, ...older },
  })
