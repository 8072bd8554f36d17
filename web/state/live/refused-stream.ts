import { ApiFailure } from '../../data/failure.ts'
import type { SessionStore } from '../session/session.ts'

interface RefusedStreamDeps {
  session: Pick<SessionStore, 'refresh' | 'getState'>
  /** Ends the session in this browser. */
  endSession(): void
}

/**
 * Decides how to go on after the server refused the live stream with 401 or 403. Reads the session: a suspended account
 * stays on its page, and an expired session ends. After any other answer, or none, the stream tries again.
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
