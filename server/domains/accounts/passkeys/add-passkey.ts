import { v7 as uuidv7 } from 'uuid'
import { PASSKEYS, type PasskeyAttestation } from '#schema/passkeys.ts'
import { PRODUCT } from '#schema/product.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { isUniqueViolation } from '#server/platform/postgres/index.ts'
import { confirmOwner } from '../confirm-owner.ts'
import type { Member } from '../member.ts'
import { recipientOf } from '../recipient-of.ts'
import { lockOwner } from '../second-factor/lock-owner.ts'
import { challengeOf, consumeChallenge, type PasskeyContext, PURPOSE } from './passkey-context.ts'
import { presentPasskey } from './present-passkey.ts'
import { userHandleOf } from './verify-assertion.ts'

/** EdDSA, ES256 and RS256: every platform has one of them. */
const ALGORITHMS = [-8, -7, -257]

const tooMany = () =>
  new ApiError('CONFLICT', text('You already have 10 passkeys. Remove one before you add another.'))
const notAdded = () => new ApiError('INVALID', text('The passkey could not be added. Please try again.'))

/**
 * A caller who registered a stranger's address could otherwise keep a way into the account of its owner.
 * @throws ApiError EMAIL_NOT_VERIFIED
 */
function refuseUnverified({ emailVerified }: Member): void {
  if (emailVerified) return
  throw new ApiError('EMAIL_NOT_VERIFIED', text('Please verify your email address before you add a passkey.'))
}

/**
 * Returns what the browser needs to make a passkey, after the owner gave the password, and a code where two-step login is on.
 * @throws ApiError EMAIL_NOT_VERIFIED, INVALID, FRESH_FACTOR_REQUIRED, CONFLICT, RATE_LIMITED
 */
export async function beginPasskey(
  context: PasskeyContext,
  member: Member,
  { password, address }: { password: string; address: string },
) {
  refuseUnverified(member)
  const user = await confirmOwner(context, member, { password, address, reason: 'passkey' })
  const own = await context.database.prisma.passkey.findMany({ where: { userId: member.id } })
  if (own.length >= PASSKEYS.mostPerAccount) throw tooMany()
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return generateRegistrationOptions({
    rpName: PRODUCT.name,
    rpID: context.relyingParty.id,
    userID: userHandleOf(user.id),
    userName: user.userName,
    userDisplayName: user.displayName,
    challenge: context.passkeyChallenges.issue(PURPOSE.add(member)),
    timeout: PASSKEYS.challengeMinutes * 60_000,
    attestationType: 'none',
    excludeCredentials: own.map(({ credentialId, transports }) => ({
      id: Buffer.from(credentialId).toString('base64url'),
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/**
 * Adds the passkey that the browser made, and mails the owner. @throws ApiError EMAIL_NOT_VERIFIED; INVALID for a wrong or
 * late answer; CONFLICT for a passkey that is stored already, or one too many; RATE_LIMITED
 */
export async function addPasskey(
  context: PasskeyContext,
  member: Member,
  { attestation, name }: { attestation: PasskeyAttestation; name: string },
) {
  refuseUnverified(member)
  await context.limits.consume('privacyByAccount', member.id)
  const { credential, challenge, isBackupEligible, isBackedUp } = await verify(context, member, attestation)
  const data = {
    id: uuidv7(),
    userId: member.id,
    credentialId: new Uint8Array(Buffer.from(credential.id, 'base64url')),
    publicKey: credential.publicKey,
    counter: BigInt(credential.counter),
    transports: attestation.response.transports ?? [],
    backupEligible: isBackupEligible,
    backedUp: isBackedUp,
    name,
    created: new Date(context.clock.now()),
  }
  const { passkey, user } = await context.database.prisma
    .$transaction(async (transaction) => {
      await lockOwner(transaction, member.id)
      if (!(await consumeChallenge(transaction, challenge))) throw notAdded()
      const count = await transaction.passkey.count({ where: { userId: member.id } })
      if (count >= PASSKEYS.mostPerAccount) throw tooMany()
      const { user: owner, ...stored } = await transaction.passkey.create({ data, include: { user: true } })
      return { passkey: stored, user: owner }
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error
      throw new ApiError('CONFLICT', text('This passkey was already added.'))
    })
  context.securityLog.record({ event: 'authn_passkey_added', userId: member.id })
  context.mails.passkeyAdded({ ...recipientOf(user), name })
  return presentPasskey(passkey)
}

/** @throws ApiError INVALID */
async function verify(
  { passkeyChallenges, relyingParty }: PasskeyContext,
  member: Member,
  attestation: PasskeyAttestation,
) {
  const expectedChallenge = challengeOf(attestation)
  const challenge = passkeyChallenges.read(expectedChallenge, PURPOSE.add(member))
  if (!challenge) throw notAdded()
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  // The library throws an error for every kind of wrong answer.
  const verification = await verifyRegistrationResponse({
    response: {
      ...attestation,
      response: { ...attestation.response, transports: [] },
      clientExtensionResults: {},
    },
    expectedChallenge,
    expectedOrigin: [...relyingParty.origins],
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (!verification?.verified) throw notAdded()
  const { credential, credentialDeviceType, credentialBackedUp } = verification.registrationInfo
  return {
    credential,
    challenge,
    isBackupEligible: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
  }
}
