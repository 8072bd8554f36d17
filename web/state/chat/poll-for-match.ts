import type { Conversation, Searching } from '#schema/chat.ts'
import { TIMING } from '#schema/limits.ts'
import type { Api } from '../../data/api.ts'
import { createDeadline } from '../../data/deadline.ts'
import { ApiFailure, isAbort } from '../../data/failure.ts'
import { isTemporary } from '../retry.ts'
import type { SearchKind } from './chat-state.ts'

/** Milliseconds before a poll times out. Without an open stream the server drops a search that has not polled for 15 s. */
const POLL_WITHIN = 10_000

/** Retries of a failed request before the hint shows (spec §4). */
const RETRIES_BEFORE_HINT = 2

interface PollForMatchDeps {
  api: Api
  /** Identifies the search: the server ignores a poll that arrives after the search was cancelled. */
  searchId: string
  kind: SearchKind
  /**
   * The search starts after this promise has settled, because until then the server may return the conversation just
   * left.
   */
  before: Promise<unknown>
  /** Whether the member has just left this conversation. Such a conversation is not a match. */
  isLeft(conversation: Conversation): boolean
  onMatch(conversation: Conversation): void
  /** The search goes on. */
  onSearching?(search: Searching): void
  /** Called when the search takes long: the screen suggests adding interests. */
  onHint(): void
  /** The server refuses the search for good. CONFLICT: this search was cancelled, for example when the page closed. */
  onRefused(reason: ApiFailure): void
}

/** Whether the next poll may succeed. NOT_FOUND: the match ended before the server could return it. */
const isWorthAnotherPoll = (error: unknown): boolean =>
  isTemporary(error) || isAbort(error) || (error instanceof ApiFailure && error.status === 404)

/** Returns the headers that identify one search, for its polls and its cancellation. */
export const searchHeaders = (searchId: string) => ({ 'search-id': searchId })

/** Polls for a match until the server finds one or refuses the search. Returns a function that stops the search. */
export function pollForMatch({
  api,
  searchId,
  kind: { evening, isExchange },
  before,
  isLeft,
  onMatch,
  onSearching,
  onHint,
  onRefused,
}: PollForMatchDeps): () => void {
  const aborter = new AbortController()
  const { signal } = aborter
  let timer: ReturnType<typeof setTimeout> | null = null
  let polls = 0
  let retries = 0

  async function poll() {
    if (signal.aborted) return
    const deadline = createDeadline(POLL_WITHIN, signal)
    try {
      const answer = await api.call('findMatch', {
        signal: deadline.signal,
        headers: searchHeaders(searchId),
        query: { ...(evening && { evening: evening.id }), ...(isExchange && { exchange: 'true' }) },
      })
      if (signal.aborted) return
      if (answer.status === 200 && !isLeft(answer.data)) return onMatch(answer.data)
      polls += 1
      const isFound = answer.status === 202 && Boolean(answer.data.comeUntil)
      const slow = polls >= TIMING.searchPollsBeforeSlow && !isFound
      if (answer.status === 202) onSearching?.(answer.data)
      schedule(slow ? TIMING.searchPollSlow : TIMING.searchPoll, slow)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ApiFailure && !isWorthAnotherPoll(error)) return onRefused(error)
      retries += 1
      schedule(TIMING.searchPoll, retries >= RETRIES_BEFORE_HINT)
    } finally {
      deadline[Symbol.dispose]()
    }
  }

  function schedule(wait: number, hint: boolean) {
    if (signal.aborted) return
    if (hint) onHint()
    timer = setTimeout(() => void poll(), wait)
  }

  void before.catch(() => undefined).then(poll)
  return () => {
    aborter.abort()
    if (timer) clearTimeout(timer)
  }
}
