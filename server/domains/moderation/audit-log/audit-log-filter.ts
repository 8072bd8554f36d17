import type { LoggedAction } from './name-actions.ts'

/** Conditions on the entries of the audit log. A condition that is null or absent is ignored. */
export interface AuditLogFilter {
  /** The member that the entries are about. */
  userId?: string | null | undefined
  actorId?: string | null | undefined
  /** Only entries of the server and the command line. */
  automatic?: boolean | null | undefined
  kinds?: readonly LoggedAction['kind'][] | null | undefined
  from?: Date | null | undefined
  until?: Date | null | undefined
  /** Matches part of the reason or of a name. */
  search?: string | null | undefined
}
