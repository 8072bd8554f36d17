import { v7 as uuidv7 } from 'uuid'
import type { AuthResponse } from '#schema/account.ts'
import { isDesktopAgent } from '#schema/desktop.ts'
import type { Position } from '#schema/location.ts'
import { pickLanguage } from '#schema/pick-language.ts'
import type { Registration } from '#schema/registration.ts'
import { text } from '#schema/translatable.ts'
import { placeColumns } from '#server/domains/nearby/index.ts'
import { isReservedAddress } from '#server/platform/account-status.ts'
import { ApiError } from '#server/platform/errors.ts'
import { isUniqueViolation } from '#server/platform/postgres/index.ts'
import type { AccountContext } from './account-context.ts'
import { mintVerification } from './email-verification.ts'
import type { Caller } from './member.ts'
import { withMinimumResponseTime } from './minimum-response-time.ts'
import { networkField } from './network-field.ts'
import { presentUser } from './present-user.ts'
import { recipientOf } from './recipient-of.ts'
import { refuseAdvertisingName } from './refuse-advertising-name.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'
import { offerRemoval } from './registration-removal.ts'
import { isLastingAddress } from './relay-domains.ts'
import { signInOf } from './sessions/sign-ins.ts'

/** Creates an account and opens a session. @throws ApiError INVALID; CONFLICT; PROOF_REQUIRED; RATE_LIMITED */
export async function register(
  context: AccountContext,
  input: Registration,
  position: Position | null,
  caller: Caller,
): Promise<AuthResponse> {
  const address = caller.ipAddress ?? 'unknown'
  // Before the limit: a caller who gets a challenge sends the request again, which must not count twice.
  await context.botDefence.beforeRegistration(address, caller.hasProofOfWork ?? false)
  await context.limits.consume('registerByAddress', address)
  await refuseBadInput(context, input)
  const knownPersons = await context.signupScreening.check({
    email: input.userName,
    device: caller.device ?? null,
    address: caller.ipAddress,
    hasProofOfWork: caller.hasProofOfWork ?? false,
  })
  const { password, latitude, longitude, ...profile } = input
  const at = latitude !== undefined && longitude !== undefined ? { latitude, longitude } : position
  const passwordHash = await context.passwords.hash(password)
  const session = context.sessions.mint(caller)
  const verification = mintVerification(context)
  const id = uuidv7()
  // The answer, and the work before it, are those for an address with an account.
  if (knownPersons.some(({ kind }) => kind === 'email'))
    throw await withMinimumResponseTime(async () => addressTaken())
  try {
    const row = await context.database.prisma.user.create({
      data: {
        id,
        ...profile,
        language: input.language ?? pickLanguage(caller.acceptLanguage),
        passwordHash,
        ...(at ? await placeColumns(context, id, at) : {}),
        sessions: { create: session.record },
        visits: {
          create: { ...signInOf(session.record, 'register', context.clock.now()), profileOwnerId: id },
        },
        emailVerifications: { create: verification.record },
      },
    })
    const { id: userId, displayName, interests } = row
    await context.signupScreening.reportMatches(userId, knownPersons)
    await context.events.emit('profileWritten', { userId, displayName, interests })
    context.securityLog.record({ event: 'authn_register', userId, ...networkField(caller.ipAddress) })
    context.mails.verification({
      ...recipientOf(row),
      code: verification.code,
      desktop: isDesktopAgent(caller.userAgent),
    })
    return { token: session.token, user: presentUser(row, context.clock.now()) }
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // The response time must not reveal whether the address was verified.
    await withMinimumResponseTime(() => offerRemoval(context, input.userName))
    throw addressTaken()
  }
}

const TAKEN = text('An account with this email already exists')
const TAKEN_START_OVER = text(
  'An account with this email already exists. If this address was never verified, open the link we sent there to start over.',
)

const addressTaken = () => new ApiError('CONFLICT', TAKEN_START_OVER, { fields: { userName: TAKEN } })

/** Loads the list of disposable addresses with the first registration: it takes eight megabytes. */
async function refuseBadInput({ lastingMailDomains }: AccountContext, input: Registration) {
  const { default: MailChecker } = await import('mailchecker')
  const isLasting = isLastingAddress(input.userName, lastingMailDomains)
  const isDisposable = !isLasting && !MailChecker.isValid(input.userName)
  if (isDisposable || isReservedAddress(input.userName)) {
    const message = text('Please use a permanent email address. We cannot accept disposable ones.')
    throw new ApiError('INVALID', message, { fields: { userName: message } })
  }
  refuseAdvertisingName(input.displayName)
  await refuseWeakPassword('password', input.password, input)
}
