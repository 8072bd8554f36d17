import MailChecker from 'mailchecker'
import { v7 as uuidv7 } from 'uuid'
import type { AuthResponse } from '#schema/account.ts'
import type { Position } from '#schema/location.ts'
import type { Registration } from '#schema/registration.ts'
import { ApiError } from '../errors.ts'
import { placeColumns } from '../nearby/index.ts'
import { isReservedAddress } from '../standing.ts'
import { isUniqueViolation } from '../store/index.ts'
import type { AccountDeps } from './account-deps.ts'
import type { EmailVerification } from './email-verification.ts'
import type { Passwords } from './passwords.ts'
import { presentUser } from './present-user.ts'
import type { Caller, Sessions } from './sessions.ts'
import { signInOf } from './sign-ins.ts'

export async function register(
  deps: AccountDeps & { passwords: Passwords; sessions: Sessions; verification: EmailVerification },
  input: Registration,
  position: Position | null,
  origin: Caller,
): Promise<AuthResponse> {
  const address = origin.ipAddress ?? 'unknown'
  // First, as whoever is asked comes again and should not count twice.
  await deps.botDefence.beforeRegistration(address, origin.proven ?? false)
  await deps.limits.consume('registerByAddress', address)
  if (!MailChecker.isValid(input.userName) || isReservedAddress(input.userName)) {
    const message = 'Please use a lasting email address; disposable ones are not accepted'
    throw new ApiError('INVALID', message, { fields: { userName: message } })
  }
  const known = await deps.entry.check({
    email: input.userName,
    device: origin.device ?? null,
    address: origin.ipAddress,
    proven: origin.proven ?? false,
  })
  const { password, latitude, longitude, ...profile } = input
  const at = latitude !== undefined && longitude !== undefined ? { latitude, longitude } : position
  const passwordHash = await deps.passwords.hash(password)
  const session = deps.sessions.mint(origin)
  const verification = deps.verification.mint()
  const id = uuidv7()
  try {
    const row = await deps.database.prisma.user.create({
      data: {
        id,
        ...profile,
        passwordHash,
        ...(at ? placeColumns(deps.geocoder, at) : {}),
        sessions: { create: session.record },
        visits: {
          create: { ...signInOf(session.record, 'register', deps.clock.now()), profileOwnerId: id },
        },
        emailVerifications: { create: verification.record },
      },
    })
    const { id: userId, displayName, interests } = row
    await deps.entry.entered(userId, known)
    await deps.facts.announce('profileWritten', { userId, displayName, interests })
    deps.mails.verification({ email: row.userName, displayName: row.displayName, code: verification.code })
    return { token: session.token, user: presentUser(row, deps.clock.now()) }
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const message = 'An account with this email already exists'
    throw new ApiError('CONFLICT', message, { fields: { userName: message } })
  }
}
