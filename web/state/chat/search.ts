import type { Conversation } from '#schema/chat.ts'
import { TIMING } from '#schema/limits.ts'
import type { Api } from '../../data/api.ts'
import { createDeadline } from '../../data/deadline.ts'
import { ApiFailure } from '../../data/failure.ts'

/** The server forgets a search that has not asked for 15 s, so a poll without an answer is given up before that. */
const POLL_WITHIN = 10_000

/** Retries of a failed request before the hint shows (spec §4). */
const RETRIES_BEFORE_HINT = 2

interface SearchDeps {
  api: Api
  /** Names the search, so that a poll that arrives after its cancel changes nothing. */
  searchId: string
  /** Done first, so that what it ends is not found again; that it failed is no reason to stay. */
  before: Promise<unknown>
  /** Whether the member has just left this conversation: it is no match. */
  isLeft(conversationId: string): boolean
  onMatch(conversation: Conversation): void
  /** It takes long: more interests would help. */
  onHint(): void
  onRefused(reason: ApiFailure): void
}

/** What a poll and a cancel of one search have in common. */
export const searchHeaders = (searchId: string) => ({ 'search-id': searchId })

/** Asks for a match again and again, until one is found, refused or, by the function returned, no longer wanted. */
export function startSearch({
  api,
  searchId,
  before,
  isLeft,
  onMatch,
  onHint,
  onRefused,
}: SearchDeps): () => void {
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
      })
      if (signal.aborted) return
      if (answer.status === 200 && !isLeft(answer.data.id)) return onMatch(answer.data)
      polls += 1
      const slow = polls >= TIMING.searchPollsBeforeSlow
      again(slow ? TIMING.searchPollSlow : TIMING.searchPoll, slow)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ApiFailure && error.status === 403) return onRefused(error)
      retries += 1
      again(TIMING.searchPoll, retries >= RETRIES_BEFORE_HINT)
    } finally {
      deadline[Symbol.dispose]()
    }
  }

  function again(wait: number, hint: boolean) {
    if (hint) onHint()
    timer = setTimeout(() => void poll(), wait)
  }

  void before.catch(() => undefined).then(poll)
  return () => {
    aborter.abort()
    if (timer) clearTimeout(timer)
  }
}
