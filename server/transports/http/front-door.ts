import type { Accounts } from '#server/domains/accounts/index.ts'
import type { Live } from '#server/domains/live/index.ts'
import type { Config } from '#server/platform/config/config.ts'
import { apiHeaders } from '#server/platform/http/api-headers.ts'
import { originsOf } from '#server/platform/http/origins.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { createAuthentication } from './authentication.ts'
import { createCrossOrigin } from './cross-origin.ts'
import { createDeviceCookie } from './device-cookie.ts'
import { createStreamAccess } from './stream-access.ts'

export type FrontDoor = ReturnType<typeof createFrontDoor>

/** Creates what REST, streams and GraphQL share: who calls, from which page, and the headers of every answer. */
export function createFrontDoor(
  { limits, texts }: Pick<Platform, 'limits' | 'texts'>,
  { accounts, live }: { accounts: Accounts; live: Live },
  config: Config,
) {
  /** Whether clients reach the server by https. */
  const secure = config.publicUrl.startsWith('https:')
  const headers = apiHeaders(secure)
  const origins = originsOf(config)
  const authentication = createAuthentication({ accounts, origins, secure })
  return {
    secure,
    headers,
    origins,
    authentication,
    trustProxy: config.trustProxy,
    crossOrigin: createCrossOrigin({ origins, headers, texts }),
    devices: createDeviceCookie({ secure, days: config.defences.banSignalDays }),
    streamAccess: createStreamAccess(limits, { accounts, live }, authentication),
  }
}
