import { ApiFailure } from '../../data/failure.ts'
import type { SessionStore } from '../session/session.ts'

interface RefusedStreamDeps {
  session: Pick<SessionStore, 'refresh' | 'getState'>
  /** Ends the session in this browser. */
  endSession(): void
}

/**
 * Returns what to do after the server refused the live stream with 401. Suspended members get 401 as well, so the session
 * decides: a suspended account stays on its page, and a session that has expired ends. Any other answer, or none, says
 * nothing about the session, and the stream tries again.
 */
export async function handleRefusedStream({
  session,
  endSession,
}: RefusedStreamDeps): Promise<'again' | 'over'> {
  const failure: unknown = await session.refresh().then(
    () => null,
    (error: unknown) => error,
  )
  if (session.getState().status === 'suspended') return 'over'
  if (!(failure instanceof ApiFailure && failure.status === 401)) return 'again'
  endSession()
  return 'over'
}
