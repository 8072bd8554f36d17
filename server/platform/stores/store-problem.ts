/** Why a database or Redis cannot be used, for the operator. */
export interface StoreProblem {
  /** One sentence or two that name the address and the setting, without a password. */
  sentence: string
  /** Waiting may help: the store may still be starting. */
  isTemporary: boolean
}

/** The configured database or Redis cannot be used. The message is for the operator and needs no stack. */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreUnavailable'
  }
}

/** The plain meaning of what a socket or a name server answers. */
const NETWORK_ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  ETIMEDOUT: 'there was no answer',
  EHOSTUNREACH: 'there is no way to this address',
  ENETUNREACH: 'there is no way to this address',
  ENOTFOUND: 'no address is known for this host name',
  EAI_AGAIN: 'the name server does not answer',
}

const NETWORK_MESSAGES: readonly [RegExp, string][] = [
  [/timeout|timed out|does not answer/i, 'there was no answer'],
  [/terminated|Connection is closed|closed/i, 'the connection was closed'],
]

/** Codes of Node's TLS for a certificate that it does not accept. */
const TLS_CODES = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|^ERR_(TLS|SSL)/

/** Returns the innermost error that says most: of several addresses of a host, the last one that was tried. */
export function innermost(error: unknown): Error & { code?: unknown } {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors.at(-1))
  return error instanceof Error ? error : new Error(String(error))
}

/** Returns what a network error means; null for any other error. */
export function networkProblem({ code, message }: { code?: unknown; message: string }): string | null {
  if (typeof code === 'string' && NETWORK_ERRORS[code]) return NETWORK_ERRORS[code]
  return NETWORK_MESSAGES.find(([pattern]) => pattern.test(message))?.[1] ?? null
}

/** Returns what an error of TLS means; null for any other error. */
export function tlsProblem({ code, message }: { code?: unknown; message: string }): string | null {
  const isTls = (typeof code === 'string' && TLS_CODES.test(code)) || /\b(SSL|TLS)\b/.test(message)
  return isTls ? message.replace(/\.$/, '') : null
}
