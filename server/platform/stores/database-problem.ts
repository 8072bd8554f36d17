import { innermost, networkProblem, type StoreProblem, tlsProblem } from './store-problem.ts'

/** Returns `host:port/database` of a PostgreSQL address, without user and password. */
export function databaseAddress(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${decodeURIComponent(hostname)}:${port || '5432'}${decodeURIComponent(pathname)}`
}

/** PostgreSQL is starting, stopping or full. */
const BUSY: Readonly<Record<string, string>> = {
  '57P01': 'it is stopping',
  '57P02': 'it is restarting',
  '57P03': 'it is starting or stopping',
  '53300': 'it has too many connections',
}

/** The settings that name a database. */
export type DatabaseSetting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_REPLICA_URL'

/** Returns why the database of a setting cannot be used; null for an error whose stack is needed. */
export function databaseProblem(
  error: unknown,
  url: string,
  setting: DatabaseSetting = 'DATABASE_URL',
): StoreProblem | null {
  const cause = innermost(error)
  const code = typeof cause.code === 'string' ? cause.code : ''
  const address = databaseAddress(url)
  const lasting = (sentence: string) => ({ sentence, isTemporary: false })
  if (code === '28P01' || (code === '28000' && !/pg_hba/.test(cause.message)) || /^SASL/.test(cause.message))
    return lasting(`PostgreSQL at ${address} refuses the user or the password. Correct ${setting}.`)
  if (code === '28000')
    return lasting(
      `PostgreSQL at ${address} does not let this user connect from this machine. Allow it in pg_hba.conf, or correct ${setting}.`,
    )
  if (code === '3D000')
    return lasting(`PostgreSQL has no database at ${address}. Create it, or correct ${setting}.`)
  if (code === '42501')
    return lasting(`The user of ${setting} lacks a right in the database ${address}: ${cause.message}.`)
  const tls = tlsProblem(cause)
  if (tls)
    return lasting(
      `The encrypted connection to PostgreSQL at ${address} failed: ${tls}. Correct sslmode in ${setting}, or the certificate.`,
    )
  const temporary = BUSY[code] ?? networkProblem(cause)
  return temporary
    ? {
        sentence: `PostgreSQL at ${address} cannot be reached: ${temporary}. Start it, or correct ${setting}.`,
        isTemporary: true,
      }
    : null
}
