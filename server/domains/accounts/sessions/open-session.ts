import type { Transaction, UserModel } from '#server/platform/postgres/index.ts'
import type { AccountContext } from '../account-context.ts'
import { type Reopening, reopen } from '../closing.ts'
import type { Caller } from '../member.ts'
import {
  consumeAssertion,
  type PasskeyRefusal,
  type VerifiedAssertion,
} from '../passkeys/verify-assertion.ts'
import { acceptAtLogin, checkAtLogin, countLoginAttempt } from '../second-factor/at-login.ts'
import { atAddress } from '../second-factor/factor-context.ts'
import { endSurplusSessions } from './end-surplus-sessions.ts'
import { tokenHashOf } from './session-keys.ts'
import { signInOf } from './sign-ins.ts'

interface Opening {
  row: UserModel
  /** The code of the second factor, if the caller sent one. */
  code: string | undefined
  caller: Caller
  /** The password hashed with the current settings; null when the stored hash has them. */
  rehashed: string | null
  /** The passkey of a login without a password. It counts as the second factor too. */
  verified?: VerifiedAssertion
}

export interface Opened extends Reopening {
  token: string
  user: UserModel
}

/**
 * Opens the session of a login whose password or passkey was right. Ends the browser's earlier session, and those beyond the most that
 * an account may have. Returns null when the account was erased after its password was checked, and why a passkey cannot be
 * used.
 * @throws ApiError SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, RATE_LIMITED
 */
export async function openSession(
  context: AccountContext,
  { row, code, caller, rehashed, verified }: Opening,
): Promise<Opened | { refusal: PasskeyRefusal } | null> {
  const now = new Date(context.clock.now())
  const factorContext = atAddress(context, caller.ipAddress)
  const { token, record } = context.sessions.mint(caller, row.role)
  if (code) await countLoginAttempt(context, row)
  const opened = await context.database.prisma
    .$transaction(async (transaction) => {
      const opening = await reopen(transaction, row)
      if (!opening) return null
      // Runs after the account's row is locked: a factor that is switched on now is seen here, or ends this session.
      const acceptedCode = verified ? null : await checkAtLogin(factorContext, transaction, row, code)
      const refusal = verified && (await consumeAssertion(transaction, verified, now))
      if (refusal) throw new RefusedPasskey(refusal)
      const factorAt = verified || acceptedCode ? now : null
      await transaction.session.create({ data: { ...record, userId: row.id, factorAt } })
      await transaction.profileVisitor.create({
        data: { ...signInOf(record, 'login', now.getTime()), visitorId: row.id, profileOwnerId: row.id },
      })
      await endReplaced(transaction, caller, now)
      const surplus = await endSurplusSessions(transaction, { userId: row.id, newest: record.id, now })
      const user = await transaction.user.update({
        where: { id: row.id },
        data: { lastSeen: now, ...(rehashed ? { passwordHash: rehashed } : {}) },
      })
      if (opening.reopened)
        await context.tombstones.record({ kind: 'reopened', at: now.toISOString(), userId: row.id })
      return { user, acceptedCode, surplus, ...opening }
    })
    .catch(refusalOf)
  if (!opened || 'refusal' in opened) return opened
  const { acceptedCode, surplus, ...rest } = opened
  if (acceptedCode) await acceptAtLogin(factorContext, row, acceptedCode)
  if (caller.replaces) await emitEnded(context, caller.replaces.userId, [caller.replaces.sessionKey])
  if (surplus.length > 0) await emitEnded(context, row.id, surplus)
  return { token, ...rest }
}

/** Rolls the login back. */
class RefusedPasskey extends Error {
  readonly refusal: PasskeyRefusal
  constructor(refusal: PasskeyRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}

function refusalOf(error: unknown): { refusal: PasskeyRefusal } {
  if (!(error instanceof RefusedPasskey)) throw error
  return { refusal: error.refusal }
}

async function emitEnded({ events }: Pick<AccountContext, 'events'>, userId: string, sessionKeys: string[]) {
  await events.emit('userChanged', { userId })
  await events.emit('sessionsRevoked', { userId, sessionKeys })
}

async function endReplaced(transaction: Transaction, { replaces }: Caller, now: Date) {
  if (!replaces) return
  await transaction.session.updateMany({
    where: { tokenHash: tokenHashOf(replaces.sessionKey), revokedAt: null },
    data: { revokedAt: now },
  })
}
