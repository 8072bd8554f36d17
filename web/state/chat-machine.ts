import type { Conversation } from '#schema/chat.ts'
import { TIMING } from '#schema/limits.ts'
import type { Api } from '../data/api.ts'
import { ApiFailure, isAbort } from '../data/failure.ts'
import type { LiveStream } from './live-stream.ts'
import type { MatchMemory } from './match-memory.ts'
import type { SessionStore } from './session.ts'
import { createStore, type Store } from './store.ts'
import type { ToastStore } from './toasts.ts'

export type ChatState =
  | { phase: 'restoring' }
  | { phase: 'idle' }
  | { phase: 'searching'; since: number; hint: boolean }
  /** `met`: a match of this moment, which is shown before the chat. */
  | { phase: 'matched'; conversation: Conversation; met: boolean }

export interface ChatMachine extends Store<ChatState> {
  /** Restores a match of the last ten minutes. */
  start(): Promise<void>
  find(): void
  cancel(): Promise<void>
  /** Leaves the conversation for good and looks for the next one. */
  findAnother(): void
  /** The match has been shown; now to the chat. */
  enter(): void
  open(conversation: Conversation): void
  /** The conversation is over here: the server knows already. */
  leave(): void
  /** Nobody looks any more: stops asking, without telling the server. */
  stop(): void
}

interface ChatMachineDeps {
  api: Api
  session: Pick<SessionStore, 'getState' | 'refresh'>
  stream: LiveStream
  toasts: ToastStore
  memory: MatchMemory
  now(): number
}

/** Retries of a failed request before the hint shows (spec §4). */
const RETRIES_BEFORE_HINT = 2

export function createChatMachine(deps: ChatMachineDeps): ChatMachine {
  const { api, session, stream, toasts, memory, now } = deps
  const { getState, setState, subscribe } = createStore<ChatState>({ phase: 'restoring' })
  /** The search under way; an answer of an earlier one is no longer wanted. */
  let search: {
    stop: AbortController
    polls: number
    retries: number
    timer: ReturnType<typeof setTimeout> | null
  } | null = null

  let starting = false

  function endSearch() {
    search?.stop.abort()
    if (search?.timer) clearTimeout(search.timer)
    search = null
  }

  function match(conversation: Conversation) {
    endSearch()
    memory.remember(conversation.id)
    setState({ phase: 'matched', conversation, met: true })
    toasts.show({ title: 'Match Found!', duration: TIMING.matchToast })
  }

  function toIdle() {
    endSearch()
    memory.forget()
    setState({ phase: 'idle' })
  }

  async function poll() {
    const own = search
    if (!own) return
    try {
      const answer = await api.call('findMatch', { signal: own.stop.signal })
      if (search !== own) return
      if (answer.status === 200) return match(answer.data)
      own.polls += 1
      const slow = own.polls >= TIMING.searchPollsBeforeSlow
      again(slow ? TIMING.searchPollSlow : TIMING.searchPoll, slow)
    } catch (error) {
      if (search !== own || isAbort(error)) return
      if (error instanceof ApiFailure && error.status === 403) return refused(error)
      own.retries += 1
      again(TIMING.searchPoll, own.retries >= RETRIES_BEFORE_HINT)
    }
  }

  function again(wait: number, hint: boolean) {
    const state = getState()
    if (!search || state.phase !== 'searching') return
    if (hint && !state.hint) setState({ ...state, hint: true })
    search.timer = setTimeout(() => void poll(), wait)
  }

  function refused(error: ApiFailure) {
    toIdle()
    if (error.code === 'EMAIL_NOT_VERIFIED') {
      askToVerify()
      void session.refresh().catch(() => undefined)
    } else toasts.show({ title: 'Error', description: error.message, variant: 'destructive' })
  }

  function askToVerify() {
    toasts.show({
      title: 'Email verification required',
      description:
        'Please verify your email address before finding matches. Check your inbox for the verification link.',
      variant: 'destructive',
    })
  }

  /** `before` is done first, so that what it ends is not found again; that it failed is no reason to stay. */
  function beginSearch(before: Promise<unknown> = Promise.resolve()) {
    endSearch()
    search = { stop: new AbortController(), polls: 0, retries: 0, timer: null }
    setState({ phase: 'searching', since: now(), hint: false })
    void before.catch(() => undefined).then(poll)
  }

  function find() {
    if (getState().phase === 'searching') return
    if (session.getState().user?.emailVerified) beginSearch()
    else askToVerify()
  }

  stream.on('match_found', (conversation) => {
    if (getState().phase === 'searching') match(conversation)
  })
  stream.on('conversation_disconnected', ({ conversationId, userId }) => {
    const state = getState()
    if (state.phase !== 'matched' || state.conversation.id !== conversationId) return
    toIdle()
    // Whoever left in another tab needs no news of it.
    if (userId === session.getState().user?.id) return
    toasts.show({ title: 'Partner disconnected', description: "Click 'Find Match' to meet somebody new." })
  })

  return {
    getState,
    subscribe,
    find,

    async start() {
      if (starting) return
      const id = memory.recall()
      if (!id) return setState({ phase: 'idle' })
      starting = true
      try {
        const { data } = await api.call('currentConversation', { params: { id } })
        if (data.userActive) setState({ phase: 'matched', conversation: data, met: false })
        else toIdle()
      } catch {
        toIdle()
      } finally {
        starting = false
      }
    },

    async cancel() {
      if (getState().phase !== 'searching') return
      toIdle()
      toasts.show({ title: 'Search cancelled' })
      await api.call('cancelSearch', {}).catch(() => undefined)
    },

    findAnother() {
      const state = getState()
      if (state.phase !== 'matched') return
      memory.forget()
      toasts.show({ title: 'Finding a new match' })
      const params = { id: state.conversation.id }
      beginSearch(api.call('resign', { params, query: { resetPartner: 'true' } }))
    },

    enter() {
      const state = getState()
      if (state.phase === 'matched' && state.met) setState({ ...state, met: false })
    },

    open(conversation) {
      endSearch()
      memory.remember(conversation.id)
      setState({ phase: 'matched', conversation, met: false })
    },

    leave: toIdle,

    stop: endSearch,
  }
}
