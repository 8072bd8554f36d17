import type { Live } from '#server/domains/live/index.ts'
import type { PresenceTracker } from '#server/domains/presence/index.ts'
import { apiHeaders } from '#server/platform/http/api-headers.ts'
import type { StreamAccess } from '#server/transports/http/stream-access.ts'
import {
  createStreamHandler,
  type StreamHandler,
  type StreamSettings,
} from '#server/transports/sse/stream.ts'
import { testPlatform } from './test-platform.ts'

/** The checks of a stream that a test replaces, and the settings of the handler. */
export interface StreamChanges extends StreamSettings, Partial<StreamAccess> {
  /** Whether clients reach the server by https. */
  secure?: boolean
}

/** Creates a stream handler for which `Authorization` names the member, and which admits every stream. */
export function createTestStreams(
  domains: { live: Pick<Live, 'connect'>; presenceTracker: PresenceTracker },
  onFailure: (error: unknown) => void,
  {
    authenticate = async ({ headers: { authorization: userId } }) =>
      userId ? { userId, sessionKey: `session of ${userId}`, interests: ['Jazz', 'Tea'] } : null,
    admit = async () => undefined,
    revalidate = async () => undefined,
    secure = false,
    ...settings
  }: StreamChanges = {},
): StreamHandler {
  const streamAccess = { authenticate, admit, revalidate }
  return createStreamHandler(
    testPlatform({ onFailure }),
    domains,
    { headers: apiHeaders(secure), streamAccess },
    settings,
  )
}
