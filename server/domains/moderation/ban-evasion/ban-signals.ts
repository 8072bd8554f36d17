import { createHmac } from 'node:crypto'
import type { BanSignalStore } from '#server/domains/moderation/decisions/sanctions.ts'
import type { Clock } from '#server/platform/clock.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { type Database, serverSecret, type Transaction } from '#server/platform/postgres/index.ts'
import type { SecretBox } from '#server/platform/secrets/secret-box.ts'
import { normalizeMailbox } from './normalize-mailbox.ts'

const DAY = 24 * 60 * 60_000
const SESSIONS_LOOKED_AT = 1_000
const PEOPLE_NAMED = 5

type SignalKind = 'email' | 'device' | 'address'

/** Whoever comes in. */
export interface SignupAttempt {
  email: string
  /** What the browser was given to be recognised by. */
  device: string | null
  address: string | null
}

/** Somebody sanctioned who shares a signal with whoever comes in. */
export interface BanMatch {
  kind: SignalKind
  userId: string
  displayName: string
}

/**
 * By what those who were banned are known again, and those who were erased while a sanction counted: keyed hashes, which
 * say nothing to whoever steals them.
 */
export interface BanSignals extends BanSignalStore {
  /** For how long; 0 where the operator keeps no signals. */
  readonly signalDays: number
  /** By what somebody who is erased is known, should they register again. */
  mailboxHash(email: string): Buffer
  /** What is kept of a browser's mark; null where the operator keeps no signals. */
  deviceHash(device: string): Uint8Array<ArrayBuffer> | null
  findMatches(entrant: SignupAttempt): Promise<BanMatch[]>
}

/** What was taken back or has run out meanwhile says nothing any longer. */
const SANCTIONED = `("user".banned_at IS NOT NULL OR "user".suspended_until > $1
  OR EXISTS (SELECT 1 FROM strike WHERE strike.user_id = "user".id AND revoked_at IS NULL AND strike.expires > $1))`

const KNOWN = {
  name: 'known-by-signals',
  text: `
SELECT kind::text AS kind, user_id AS "userId", "user".display_name AS "displayName"
FROM ban_signal JOIN "user" ON "user".id = ban_signal.user_id
WHERE expires > $1 AND (
  (kind = 'email' AND hash = $2) OR (kind = 'device' AND hash = $3) OR (kind = 'address' AND hash = $4)
) AND ${SANCTIONED}
ORDER BY kind, user_id LIMIT ${PEOPLE_NAMED}`,
}

export async function createBanSignals({
  database,
  secrets,
  clock,
  days,
}: {
  database: Pick<Database, 'pool'>
  secrets: SecretBox
  clock: Clock
  /** 0 keeps none. */
  days: number
}): Promise<BanSignals> {
  const { pool } = database
  const secret = await serverSecret({ pool, box: secrets }, 'signals')
  const hash = (kind: SignalKind, value: string) =>
    new Uint8Array(createHmac('sha256', secret).update(`${kind}:${value}`).digest())
  const addressHash = (address: string | null) => {
    const network = address && networkOf(address)
    return network ? hash('address', network) : null
  }

  async function signalsOf(userId: string, transaction: Transaction, since: Date) {
    const { userName } = await transaction.user.findUniqueOrThrow({ where: { id: userId } })
    const sessions = await transaction.session.findMany({
      where: { userId, lastUsed: { gt: since } },
      orderBy: { lastUsed: 'desc' },
      take: SESSIONS_LOOKED_AT,
      select: { device: true, ipAddress: true },
    })
    const all = [
      { kind: 'email' as const, hash: hash('email', normalizeMailbox(userName)) },
      ...sessions.flatMap(({ device }) => (device ? { kind: 'device' as const, hash: device } : [])),
      ...sessions.flatMap(({ ipAddress }) => {
        const found = addressHash(ipAddress)
        return found ? { kind: 'address' as const, hash: found } : []
      }),
    ]
    return [
      ...new Map(all.map((one) => [`${one.kind}:${Buffer.from(one.hash).toString('hex')}`, one])).values(),
    ]
  }

  const mailboxHash = (email: string) => Buffer.from(hash('email', normalizeMailbox(email)))

  return {
    signalDays: days,
    mailboxHash,
    deviceHash: (device) => (days > 0 ? hash('device', device) : null),

    async store(userId, transaction) {
      if (days === 0) return
      const now = clock.now()
      const signals = await signalsOf(userId, transaction, new Date(now - days * DAY))
      const expires = new Date(now + days * DAY)
      await transaction.banSignal.deleteMany({ where: { userId } })
      await transaction.banSignal.createMany({
        data: signals.map((signal) => ({ ...signal, userId, created: new Date(now), expires })),
      })
    },

    async delete(userId, transaction) {
      await transaction.banSignal.deleteMany({ where: { userId } })
    },

    async findMatches({ email, device, address }) {
      const { rows } = await pool.query<BanMatch>({
        ...KNOWN,
        values: [
          new Date(clock.now()),
          mailboxHash(email),
          device && Buffer.from(hash('device', device)),
          bufferOf(addressHash(address)),
        ],
      })
      return rows
    },
  }
}

const bufferOf = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes)
