import type { Conversation } from '#schema/chat.ts'
import { TIMING } from '#schema/limits.ts'
import type { Api } from '../data/api.ts'
import { ApiFailure, isToldAlready } from '../data/failure.ts'
import { isOpen } from './about-conversation.ts'
import type { LiveStream } from './live-stream.ts'
import type { MatchMemory } from './match-memory.ts'
import { createResignations } from './resignations.ts'
import { type Retry, retryUntilDone } from './retry.ts'
import { searchHeaders, startSearch } from './search.ts'
import type { SessionStore } from './session.ts'
import { createStore, type Store } from './store.ts'
import type { ToastStore } from './toasts.ts'

export type ChatState =
  | { phase: 'restoring' }
  | { phase: 'idle' }
  | { phase: 'searching'; since: number; hint: boolean; searchId: string }
  /** `met`: a match of this moment, which is shown before the chat. */
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
        if (reason.code === 'EMAIL_NOT_VERIFIED') askToVerify()
        else if (reason.code === 'DAILY_LIMIT')
          toasts.show({ title: 'That was it for today', description: reason.message, duration: 10_000 })
        else if (reason.code === 'NEW_ACCOUNT_LIMIT')
          toasts.show({ title: 'Slowly at first', description: reason.message, duration: 10_000 })
        else if (!isToldAlready(reason))
          toasts.show({ title: 'Error', description: reason.message, variant: 'destructive' })
      },
    })
  }

  function askToVerify() {
    toasts.show({
      title: 'Email verification required',
      description:
        'Please verify your email address before finding matches. Check your inbox for the verification link.',
      variant: 'destructive',
    })
  }

  function resign(conversationId: string) {
    leaving = resignations.add(conversationId)
    return leaving
  }

  function cancelSearch(searchId: string) {
    leaving = api.call('cancelSearch', { headers: searchHeaders(searchId) }).catch(() => undefined)
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
      description: "This chat ended while you were offline. Click 'Find Match' to meet someone new.",
    })
  }

  function tellPartnerLeft() {
    toasts.show({ title: 'Partner disconnected', description: "Click 'Find Match' to meet somebody new." })
  }

  /** Leaves a conversation that was found to have ended; the server does not say by whom. */
  function endedMeanwhile() {
    toIdle()
    toasts.show({
      title: 'Partner disconnected',
      description: "This chat ended while you were offline. Click 'Find Match' to meet somebody new.",
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
      else endedMeanwhile()
    } catch (error) {
      if (!isGone(error)) throw error
      if (currentOpen(id)) endedMeanwhile()
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
    const state = getState()
    if (state.phase !== 'matched' || state.conversation.id !== conversationId) return
    toIdle()
    if (userId === session.getState().user?.id) {
      // A member who left in another tab needs no news of it.
      if (reason === 'disconnected') tellEndedMeanwhile()
      return
    }
    tellPartnerLeft()
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
      if (getState().phase !== 'idle') return
      if (!session.getState().user?.emailVerified) {
        // They may have followed the link a moment ago, in another tab or on another device.
        await session.refresh().catch(() => undefined)
        if (getState().phase !== 'idle') return
        if (!session.getState().user?.emailVerified) return askToVerify()
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
      void resign(state.conversation.id)
      search()
    },

    async resign() {
      const state = getState()
      if (state.phase !== 'matched') return
      toIdle()
      await resign(state.conversation.id)
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
