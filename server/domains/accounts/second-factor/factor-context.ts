import { withNetworkOf } from '#server/platform/logging/security-log.ts'
import type { AccountContext } from '../account-context.ts'

export type FactorContext = Pick<
  AccountContext,
  | 'database'
  | 'clock'
  | 'events'
  | 'limits'
  | 'mails'
  | 'passwords'
  | 'recoveryKey'
  | 'secrets'
  | 'securityLog'
  | 'sessions'
  | 'staffTwoFactor'
>

/** Returns the context with a security log that adds the caller's network to every event. */
export const atAddress = (context: FactorContext, address: string | null): FactorContext => ({
  ...context,
  securityLog: withNetworkOf(context.securityLog, address),
})
