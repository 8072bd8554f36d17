import { t } from '@lingui/core/macro'
import type { Conversation } from '#schema/chat.ts'
import { LIMITS } from '#schema/limits.ts'
import type { Api } from '../../data/api.ts'
import type { ConversationStore } from './conversation-state.ts'
import { merge } from './messages.ts'
import type { Outbox } from './outbox.ts'

/** A list that grows beyond `most` is cut to its newest `kept` messages. */
const LENGTH = { most: 500, kept: 300 }

interface ConversationPagesDeps {
  api: Api
  conversation: Pick<Conversation, 'id' | 'partnerId'>
  store: ConversationStore
  outbox: Pick<Outbox, 'pending'>
  markRead(): void
  showFailure(error: unknown, title: string, description: string): void
}

/** Loads the partner and the messages of a conversation, page by page, and clears its messages. */
export function createConversationPages(deps: ConversationPagesDeps) {
  const { api, conversation, store, outbox, markRead, showFailure } = deps
  const { id } = conversation
  const { getState, change } = store

  async function load() {
    if (getState().status === 'failed') change({ status: 'loading' })
    void loadPartner(deps)
    try {
      const { data } = await loadPage(api, id)
      // Drops the older messages: there may be a gap between them and this page.
      const newestId = data.elements[0]?.id ?? ''
      const newer = getState().messages.filter((one) => one.state !== 'sent' || one.id > newestId)
      change({ status: 'ready', messages: merge(newer, data.elements), hasMore: !data.last })
      markRead()
    } catch {
      if (getState().status === 'loading') change({ status: 'failed' })
    }
  }

  async function loadOlder() {
    const { messages, hasMore, loadingOlder } = getState()
    if (!hasMore || loadingOlder) return
    change({ loadingOlder: true })
    try {
      const oldest = messages.find((one) => one.state === 'sent')
      const { data } = await loadPage(api, id, oldest ? { before: oldest.id } : {})
      change({
        messages: merge(getState().messages, data.elements),
        hasMore: !data.last,
        loadingOlder: false,
      })
    } catch (error) {
      change({ loadingOlder: false })
      showFailure(error, t`Error`, t`Failed to load older messages. Please try again.`)
    }
  }

  function dropOldest() {
    const { messages, loadingOlder } = getState()
    if (loadingOlder || messages.length <= LENGTH.most) return
    const sent = messages.filter((one) => one.state === 'sent')
    const oldestKept = sent.at(-LENGTH.kept)
    if (!oldestKept) return
    const kept = messages.filter((one) => one.state !== 'sent' || one.id >= oldestKept.id)
    change({ messages: kept, hasMore: true })
  }

  async function clear() {
    const { messages } = getState()
    const unsent = outbox.pending().map((message) => message.id)
    change({ messages: messages.filter((one) => unsent.includes(one.id)), hasMore: false })
    try {
      await api.call('clearConversation', { params: { id } })
    } catch (error) {
      const arrived = getState().messages.filter((one) => one.state === 'sent')
      change({ messages: merge(messages, arrived) })
      showFailure(error, t`Error`, t`Failed to clear messages. Please try again.`)
      await load()
    }
  }

  return { load, loadOlder, dropOldest, clear, loadPartner: () => loadPartner(deps) }
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
