import type { Conversation } from '#schema/chat.ts'
import { TIMING } from '#schema/limits.ts'
import type { Api } from '../../data/api.ts'
import { ApiFailure } from '../../data/failure.ts'
import type { LiveStream } from '../live/live-stream.ts'
import { type Retry, retryUntilDone } from '../retry.ts'
import type { SessionStore } from '../session/session.ts'
import { createStore, type Store } from '../store.ts'
import type { ToastStore } from '../toasts.ts'
import { isOpen } from './about-conversation.ts'
import type { MatchMemory } from './match-memory.ts'
import { createResignations } from './resignations.ts'
import { searchHeaders, startSearch } from './search.ts'
import { askToVerify, tellSearchRefused } from './search-refusal.ts'

export type ChatState =
  | { phase: 'restoring' }
  | { phase: 'idle' }
  | { phase: 'searching'; since: number; hint: boolean; searchId: string }
  /**
   * `met`: a match of this moment, which is shown before the chat. The conversation can have ended: it stays on screen
   * until the member moves on, so that its partner can still be reported or blocked.
   */
  | { phase: 'matched'; conversation: Conversation; met: boolean }

export interface ChatMachine extends Store<ChatState> {
  /** Restores a match of the last ten minutes. */
  start(): Promise<void>
  /** Looks for a match; whoever is not verified is told so instead. */
  find(): Promise<void>
  cancel(): Promise<void>
  /** Leaves the conversation for good and looks for the next one. */
  findAnother(): void
  /** Leaves the conversation for good, whether or not the server can be told. */
  resign(): Promise<void>
  /** The conversations that were left here and that the server may not know of yet. */
  unfinishedResignations(): string[]
  /** The match has been shown; now to the chat. */
  enter(): void
  /** Makes a conversation of the list the current one. */
  open(conversation: Conversation): void
  /** This conversation is over here: the server knows already. */
  leave(conversationId: string): void
  /** Nobody looks any more: stops asking, without telling the server. */
  stop(): void
}

interface ChatMachineDeps {
  api: Api
  session: Pick<SessionStore, 'getState' | 'refresh'>
  stream: Pick<LiveStream, 'on' | 'onReconnect'>
  toasts: ToastStore
  memory: MatchMemory
  now(): number
  newKey(): string
}

/** How often the server is asked about the last match before the home screen opens without it. */
const RESTORE_ATTEMPTS = 3

const FIND_ANOTHER = "Click 'Find Match' to meet someone new."

export function createChatMachine(deps: ChatMachineDeps): ChatMachine {
  const { api, session, stream, toasts, memory, now, newKey } = deps
  const { getState, setState, subscribe } = createStore<ChatState>({ phase: 'restoring' })
  let stopSearch: (() => void) | null = null
  let restoring: { attempts: number; retry: ReturnType<typeof setTimeout> | null } | null = null
  /** A cancel that the server has not heard yet must not end the next search. */
  let leaving: Promise<unknown> = Promise.resolve()
  const resignations = createResignations(api)
  let check: Retry | null = null

  function stop() {
    stopSearch?.()
    stopSearch = null
    check?.stop()
    check = null
    if (restoring?.retry) clearTimeout(restoring.retry)
    restoring = null
  }

  function toIdle() {
    stop()
    memory.forget()
    setState({ phase: 'idle' })
  }

  /** Ends the conversation on screen and keeps it there. Returns false when it is not on screen or has ended already. */
  function endOnScreen(conversationId: string, leaver: 'member' | 'partner'): boolean {
    const state = getState()
    if (state.phase !== 'matched' || state.conversation.id !== conversationId) return false
    if (!isOpen(state.conversation)) return false
    memory.forget()
    const left = leaver === 'partner' ? { partnerActive: false } : { userActive: false }
    setState({ phase: 'matched', conversation: { ...state.conversation, ...left }, met: false })
    return true
  }

  /** The partner is gone for good: the chat stays on screen as ended, and the member is told. */
  function partnerLeft(conversationId: string, description = FIND_ANOTHER) {
    if (endOnScreen(conversationId, 'partner')) toasts.show({ title: 'Partner disconnected', description })
  }

  /** The end of the chat was missed. The server does not say who left. */
  const endedMeanwhile = (conversationId: string) =>
    partnerLeft(conversationId, `This chat ended while you were offline. ${FIND_ANOTHER}`)

  function match(conversation: Conversation) {
    stop()
    memory.remember(conversation.id)
    setState({ phase: 'matched', conversation, met: true })
    toasts.show({ title: 'Match Found!', duration: TIMING.matchToast })
  }

  /** Until the server has a resignation, it offers the conversation again. */
  const isLeft = (conversationId: string) => resignations.pending().includes(conversationId)

  function search() {
    stop()
    const searchId = newKey()
    setState({ phase: 'searching', since: now(), hint: false, searchId })
    stopSearch = startSearch({
      api,
      searchId,
      before: leaving,
      isLeft,
      onMatch: match,
      onHint() {
        const state = getState()
        if (state.phase === 'searching' && !state.hint) setState({ ...state, hint: true })
      },
      onRefused(reason) {
        toIdle()
        tellSearchRefused(toasts, reason)
      },
    })
  }

  /** Whether no chat would be lost by a search: an ended chat on screen does not count. */
  function isFree() {
    const state = getState()
    return state.phase === 'idle' || (state.phase === 'matched' && !isOpen(state.conversation))
  }

  function resign(conversationId: string) {
    leaving = resignations.add(conversationId)
    return leaving
  }

  function cancelSearch(searchId: string) {
    // A page that closes at once must leave no ticket behind, which another member would be matched with.
    leaving = api
      .call('cancelSearch', { headers: searchHeaders(searchId), keepalive: true })
      .catch(() => undefined)
    return leaving
  }

  async function restore(id: string, own: NonNullable<typeof restoring>) {
    try {
      const { data } = await api.call('currentConversation', { params: { id } })
      if (restoring !== own) return
      if (!isOpen(data)) return toIdle()
      restoring = null
      setState({ phase: 'matched', conversation: data, met: false })
    } catch (error) {
      if (restoring !== own) return
      if (isGone(error)) return toIdle()
      // The server could not be asked, which says nothing about the conversation: the next reload may find it.
      own.attempts += 1
      if (own.attempts >= RESTORE_ATTEMPTS) {
        restoring = null
        return setState({ phase: 'idle' })
      }
      own.retry = setTimeout(() => void restore(id, own), TIMING.searchPoll)
    }
  }

  function tellEndedMeanwhile() {
    toasts.show({
      title: 'Chat ended',
      description: `This chat ended while you were offline. ${FIND_ANOTHER}`,
    })
  }

  /** Reads the current conversation again, until it was read: its end may be among the events that were missed. */
  function checkAgain() {
    const state = getState()
    if (state.phase !== 'matched' || !isOpen(state.conversation)) return
    const { id } = state.conversation
    check?.stop()
    check = retryUntilDone('Reading the conversation again', (signal) => readAgain(id, signal))
  }

  async function readAgain(id: string, signal: AbortSignal) {
    const before = currentOpen(id)
    if (!before) return
    try {
      const { data } = await api.call('currentConversation', { params: { id }, signal })
      const state = currentOpen(id)
      // An event that came in between is newer than this answer.
      if (state?.conversation !== before.conversation) return
      if (isOpen(data)) setState({ ...state, conversation: data })
      else endedMeanwhile(id)
    } catch (error) {
      if (!isGone(error)) throw error
      endedMeanwhile(id)
    }
  }

  function currentOpen(id: string) {
    const state = getState()
    return state.phase === 'matched' && state.conversation.id === id && isOpen(state.conversation)
      ? state
      : null
  }

  stream.on('resync', checkAgain)
  stream.onReconnect(checkAgain)
  stream.on('match_found', (conversation) => {
    const state = getState()
    if (state.phase === 'searching' && !isLeft(conversation.id)) match(conversation)
    // The other has opened again what is on screen here as ended.
    if (state.phase !== 'matched' || state.conversation.id !== conversation.id) return
    if (!isOpen(state.conversation)) memory.remember(conversation.id)
    setState({ ...state, conversation })
  })
  stream.on('conversation_disconnected', ({ conversationId, userId, reason }) => {
    if (userId !== session.getState().user?.id) return partnerLeft(conversationId)
    if (reason === 'disconnected') {
      if (endOnScreen(conversationId, 'member')) tellEndedMeanwhile()
      return
    }
    // A member who left in another tab has moved on.
    const state = getState()
    if (state.phase === 'matched' && state.conversation.id === conversationId) toIdle()
  })

  return {
    getState,
    subscribe,
    stop,
    unfinishedResignations: resignations.pending,

    async start() {
      if (getState().phase !== 'restoring' || restoring) return
      const id = memory.recall()
      if (!id) return setState({ phase: 'idle' })
      restoring = { attempts: 0, retry: null }
      await restore(id, restoring)
    },

    async find() {
      if (!isFree()) return
      if (!session.getState().user?.emailVerified) {
        // They may have followed the link a moment ago, in another tab or on another device.
        await session.refresh().catch(() => undefined)
        if (!isFree()) return
        if (!session.getState().user?.emailVerified) return askToVerify(toasts)
      }
      search()
    },

    async cancel() {
      const state = getState()
      if (state.phase !== 'searching') return
      toIdle()
      toasts.show({ title: 'Search cancelled' })
      await cancelSearch(state.searchId)
    },

    findAnother() {
      const state = getState()
      if (state.phase !== 'matched') return
      memory.forget()
      toasts.show({ title: 'Finding a new match' })
      if (isOpen(state.conversation)) void resign(state.conversation.id)
      search()
    },

    async resign() {
      const state = getState()
      if (state.phase !== 'matched') return
      toIdle()
      if (isOpen(state.conversation)) await resign(state.conversation.id)
    },

    enter() {
      const state = getState()
      if (state.phase === 'matched' && state.met) setState({ ...state, met: false })
    },

    open(conversation) {
      const state = getState()
      stop()
      if (state.phase === 'searching') void cancelSearch(state.searchId)
      resignations.withdraw(conversation.id)
      if (isOpen(conversation)) memory.remember(conversation.id)
      else memory.forget()
      setState({ phase: 'matched', conversation, met: false })
    },

    leave(conversationId) {
      const state = getState()
      if (state.phase === 'matched' && state.conversation.id === conversationId) toIdle()
    },
  }
}

/** Whether the server says that the member has no such conversation. */
const isGone = (error: unknown) => error instanceof ApiFailure && [400, 403, 404].includes(error.status)
