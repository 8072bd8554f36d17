import type { FactorChange } from '#schema/second-factor.ts'
import type { Member } from '#server/domains/accounts/member.ts'
import { withNetworkOf } from '#server/platform/logging/security-log.ts'
import type { Transaction, UserModel } from '#server/platform/postgres/index.ts'
import { checkAtLogin, countLoginAttempt, forgetLoginAttempts } from './at-login.ts'
import { renewRecoveryCodes, switchOff } from './change-factor.ts'
import { type AcceptedCode, recordAcceptedCode } from './consume-code.ts'
import { beginEnrolment, confirmEnrolment } from './enrol.ts'
import type { FactorDeps } from './factor-deps.ts'
import { assertFreshFactor, assertFreshIfOn, proveFactor } from './prove-factor.ts'
import type { TotpSetup } from './totp.ts'

export { removeUnverifiedFactor } from './remove-unverified-factor.ts'
export { resetFactor } from './reset-factor.ts'
export { hasStaffFactor, type StaffFactor, staffFactorOf, staffFactorRefusal } from './staff-factor.ts'
export type { TotpSetup } from './totp.ts'

export interface FactorState {
  /** Null while two-step login is off. */
  since: Date | null
  recoveryCodesLeft: number
  /** Whether this session may use staff features, and what it lacks otherwise. */
  staff: Member['staffFactor']
}

/** Two-step login: an authenticator app, and recovery codes in case it is lost. */
export interface SecondFactor {
  read(member: Member): Promise<FactorState>
  /** @throws ApiError INVALID, CONFLICT */
  begin(member: Member, password: string, address: string): Promise<TotpSetup>
  /** Returns the recovery codes. @throws ApiError SECOND_FACTOR_INVALID, CONFLICT */
  confirm(member: Member, code: string, address: string): Promise<string[]>
  /** @throws ApiError SECOND_FACTOR_INVALID */
  prove(member: Member, code: string, address: string): Promise<void>
  /** @throws ApiError FRESH_FACTOR_REQUIRED */
  assertFresh(member: Member): Promise<void>
  /** Passes also when two-step login is off. @throws ApiError FRESH_FACTOR_REQUIRED */
  assertFreshIfOn(member: Pick<Member, 'id' | 'sessionKey'>): Promise<void>
  /** @throws ApiError CONFLICT, INVALID, SECOND_FACTOR_INVALID */
  switchOff(member: Member, proof: FactorChange, address: string): Promise<void>
  /** @throws ApiError CONFLICT, INVALID, SECOND_FACTOR_INVALID */
  renewRecoveryCodes(member: Member, proof: FactorChange, address: string): Promise<string[]>
  /** The steps of a login, in this order. */
  readonly login: {
    /** @throws ApiError RATE_LIMITED */
    countAttempt(user: UserModel): Promise<void>
    /** @throws ApiError SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID */
    check(
      transaction: Transaction,
      user: UserModel,
      code: string | undefined,
      address: string | null,
    ): Promise<AcceptedCode | null>
    /** Runs after the commit. */
    accepted(user: UserModel, code: AcceptedCode, address: string | null): Promise<void>
  }
}

export function createSecondFactor(deps: FactorDeps): SecondFactor {
  const { prisma } = deps.database
  const withAddress = (address: string | null): FactorDeps => ({
    ...deps,
    securityLog: withNetworkOf(deps.securityLog, address),
  })
  return {
    async read({ id: userId, staffFactor }) {
      await deps.limits.consume('privacyByAccount', userId)
      const [factor, recoveryCodesLeft] = await Promise.all([
        prisma.secondFactor.findUnique({ where: { userId } }),
        prisma.recoveryCode.count({ where: { userId, usedAt: null } }),
      ])
      return { since: factor?.confirmedAt ?? null, recoveryCodesLeft, staff: staffFactor }
    },
    begin: (member, password, address) => beginEnrolment(withAddress(address), member, password),
    confirm: (member, code, address) => confirmEnrolment(withAddress(address), member, code),
    prove: (member, code, address) => proveFactor(withAddress(address), member, code),
    assertFresh: (member) => assertFreshFactor(deps, member),
    assertFreshIfOn: (member) => assertFreshIfOn(deps, member),
    switchOff: (member, proof, address) => switchOff(withAddress(address), member, proof),
    renewRecoveryCodes: (member, proof, address) => renewRecoveryCodes(withAddress(address), member, proof),
    login: {
      countAttempt: (user) => countLoginAttempt(deps, user),
      check: (transaction, user, code, address) =>
        checkAtLogin(withAddress(address), transaction, user, code),
      async accepted(user, code, address) {
        await forgetLoginAttempts(deps, user)
        await recordAcceptedCode(withAddress(address), user.id, code)
      },
    },
  }
}
