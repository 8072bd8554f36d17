import type { DefenceConfig } from '#server/platform/config/defence-settings.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { type Database, serverSecret, type Transaction } from '#server/platform/postgres/index.ts'
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

interface SignalPlatform extends Pick<Platform, 'secrets' | 'clock'> {
  database: Pick<Database, 'pool'>
}

export type BanSignals = Awaited<ReturnType<typeof createBanSignals>>

/**
 * Recognises banned members, and members erased while a sanction was active, by keyed hashes of their signals. Signals are
 * kept for `banSignalDays`; 0 stores none.
 */
export async function createBanSignals(
  { database: { pool }, secrets, clock }: SignalPlatform,
  { banSignalDays: days }: Pick<DefenceConfig, 'banSignalDays'>,
) {
  const hashes = createSignalHashes(await serverSecret({ pool, box: secrets }, 'signals'))
  const mailboxHash = (email: string) => Buffer.from(hashes.email(email))

  return {
    /** How many days signals are kept; 0 when the operator keeps none. */
    signalDays: days,
    /** Returns the hash by which an erased member is recognised when they register again. */
    mailboxHash,
    /** Returns the stored form of a device cookie; null when the operator keeps no signals. */
    deviceHash: (device: string) => (days > 0 ? hashes.device(device) : null),

    async store(userId: string, transaction: Transaction) {
      if (days === 0) return
      const now = clock.now()
      const signals = await collectSignals(transaction, hashes, userId, new Date(now - days * DAY))
      const expires = new Date(now + days * DAY)
      await transaction.banSignal.deleteMany({ where: { userId } })
      await transaction.banSignal.createMany({
        data: signals.map((signal) => ({ ...signal, userId, created: new Date(now), expires })),
      })
    },

    async delete(userId: string, transaction: Transaction) {
      await transaction.banSignal.deleteMany({ where: { userId } })
    },

    /** Returns the sanctioned members who share a signal with the attempt. */
    async findMatches({ email, device, address }: SignupAttempt): Promise<BanMatch[]> {
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
