import type { BanSignalStore } from '#server/domains/moderation/decisions/decision-deps.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Database, serverSecret } from '#server/platform/postgres/index.ts'
import type { SecretBox } from '#server/platform/secrets/secret-box.ts'
import { collectSignals, type SignalKind } from './collect-signals.ts'
import { createSignalHashes } from './signal-hashes.ts'

const DAY = 24 * 60 * 60_000
const MAX_MATCHES = 5

export interface SignupAttempt {
  email: string
  /** The device cookie of the browser. */
  device: string | null
  address: string | null
}

/** A sanctioned member who shares a signal with a signup attempt. */
export interface BanMatch {
  kind: SignalKind
  userId: string
  displayName: string
}

/** Recognises banned members, and members erased while a sanction was active, by keyed hashes of their signals. */
export interface BanSignals extends BanSignalStore {
  /** How many days signals are kept; 0 when the operator keeps none. */
  readonly signalDays: number
  /** The hash by which an erased member is recognised when they register again. */
  mailboxHash(email: string): Buffer
  /** The stored form of a device cookie; null when the operator keeps no signals. */
  deviceHash(device: string): Uint8Array<ArrayBuffer> | null
  findMatches(attempt: SignupAttempt): Promise<BanMatch[]>
}

/** Excludes members whose sanctions were reversed or have expired. */
const HAS_ACTIVE_SANCTION = `("user".banned_at IS NOT NULL OR "user".suspended_until > $1
  OR EXISTS (SELECT 1 FROM strike WHERE strike.user_id = "user".id AND revoked_at IS NULL AND strike.expires > $1))`

const FIND_MATCHES = {
  name: 'known-by-signals',
  text: `
SELECT kind::text AS kind, user_id AS "userId", "user".display_name AS "displayName"
FROM ban_signal JOIN "user" ON "user".id = ban_signal.user_id
WHERE expires > $1 AND (
  (kind = 'email' AND hash = $2) OR (kind = 'device' AND hash = $3) OR (kind = 'address' AND hash = $4)
) AND ${HAS_ACTIVE_SANCTION}
ORDER BY kind, user_id LIMIT ${MAX_MATCHES}`,
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
  /** 0 stores no signals. */
  days: number
}): Promise<BanSignals> {
  const { pool } = database
  const hashes = createSignalHashes(await serverSecret({ pool, box: secrets }, 'signals'))
  const mailboxHash = (email: string) => Buffer.from(hashes.email(email))

  return {
    signalDays: days,
    mailboxHash,
    deviceHash: (device) => (days > 0 ? hashes.device(device) : null),

    async store(userId, transaction) {
      if (days === 0) return
      const now = clock.now()
      const signals = await collectSignals(transaction, hashes, userId, new Date(now - days * DAY))
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
        ...FIND_MATCHES,
        values: [
          new Date(clock.now()),
          mailboxHash(email),
          device && Buffer.from(hashes.device(device)),
          bufferOf(hashes.address(address)),
        ],
      })
      return rows
    },
  }
}

const bufferOf = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes)
