import type { Logger } from 'pino'
import { networkOf } from '#server/platform/http/network.ts'

/** Every event the security log can hold. Names follow the OWASP logging vocabulary where it has one. */
export type SecurityEventName =
  | 'authn_login_success'
  | 'authn_login_fail'
  | 'authn_login_lock'
  | 'authn_logout'
  | 'authn_register'
  | 'authn_registration_disowned'
  | 'authn_password_check_fail'
  | 'authn_email_verified'
  | 'authn_password_reset_requested'
  | 'authn_reset_code_fail'
  | 'authn_password_changed'
  | 'authn_token_revoked'
  | 'authn_factor_enrolled'
  | 'authn_factor_success'
  | 'authn_factor_fail'
  | 'authn_factor_removed'
  | 'authn_recovery_code_used'
  | 'authn_passkey_added'
  | 'authn_passkey_removed'
  | 'authz_fail'
  | 'authz_role_change'

export interface SecurityEvent {
  readonly event: SecurityEventName
  /** The account that the event concerns; absent when it is unknown. */
  readonly userId?: string | undefined
  /** The moderator or administrator who acted on another account. */
  readonly actorId?: string | undefined
  /** The caller's network, `/64` for IPv6 and the address for IPv4. */
  readonly network?: string | undefined
  /** A fixed word of ours, such as `wrong_password`; never what the caller typed. */
  readonly reason?: string | undefined
}

/** Records authentication and authorisation events, without message content, mail addresses or secrets. */
export interface SecurityLog {
  record(event: SecurityEvent): void
}

/** Writes each event as one line of the server's log with `"log": "security"`, at every log level. */
export function createSecurityLog(
  log: Logger,
  requestId: () => string | undefined = () => undefined,
): SecurityLog {
  const lines = log.child({ log: 'security' }, { level: 'info' })
  return {
    record(event) {
      lines.info({ ...event, requestId: requestId() }, event.event)
    },
  }
}

/** Returns a log that adds the network of the caller's address to the events that name no network. */
export function withNetworkOf(log: SecurityLog, address: string | null): SecurityLog {
  const network = (address && networkOf(address)) || undefined
  return { record: (event) => log.record({ ...event, network: event.network ?? network }) }
}
