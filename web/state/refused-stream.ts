import { ApiFailure } from '../data/failure.ts'
import type { SessionStore } from './session.ts'

interface RefusedStreamDeps {
  session: Pick<SessionStore, 'refresh' | 'getState'>
  forceLogout(): void
  reopen(): void
}

/**
 * Decides what a live stream that was refused with 401 means. Suspended members get 401 there too, so the session is
 * asked: a suspended account stays on its page, and any other ends its session. Without an answer, as offline or while
 * the page is being left, nothing is known and the stream is opened again.
 */
export async function handleRefusedStream({
  session,
  forceLogout,
  reopen,
}: RefusedStreamDeps): Promise<void> {
  const failure = await session.refresh().then(
    () => null,
    (error: unknown) => error,
  )
  if (session.getState().status === 'suspended') return
  const isUnanswered = failure !== null && !(failure instanceof ApiFailure && failure.status > 0)
  if (isUnanswered) reopen()
  else forceLogout()
}
