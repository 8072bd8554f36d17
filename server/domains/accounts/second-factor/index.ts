import type { FactorChange } from '#schema/second-factor.ts'
import type { Member } from '#server/domains/accounts/sessions.ts'
import { withNetworkOf } from '#server/platform/logging/security-log.ts'
import type { Transaction, UserModel } from '#server/platform/postgres/index.ts'
import { checkAtLogin, countLoginTry, forgetLoginTries } from './at-login.ts'
import { renewRecoveryCodes, switchOff } from './change-factor.ts'
import { codeAccepted, type SpentCode } from './consume-code.ts'
import { beginEnrolment, confirmEnrolment } from './enrol.ts'
import type { FactorDeps } from './factor-deps.ts'
import { assertFreshFactor, proveFactor } from './prove-factor.ts'
import type { TotpSetup } from './totp.ts'

export { deleteFactor } from './change-factor.ts'
export { hasStaffFactor, type StaffFactor, staffFactorOf, staffFactorRefusal } from './staff-factor.ts'
export type { TotpSetup } from './totp.ts'

export interface FactorState {
  /** Null while two-step login is off. */
  since: Date | null
  recoveryCodesLeft: number
  /** Whether this session may use what is for staff. */
  staff: Member['staffFactor']
}

/** Two-step login: an authenticator app, with recovery codes for when it is lost. */
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
  /** @throws ApiError CONFLICT, INVALID, SECOND_FACTOR_INVALID */
  switchOff(member: Member, proof: FactorChange, address: string): Promise<void>
  /** @throws ApiError CONFLICT, INVALID, SECOND_FACTOR_INVALID */
  renewRecoveryCodes(member: Member, proof: FactorChange, address: string): Promise<string[]>
  /** What a login needs of it, in this order. */
  readonly login: {
    /** @throws ApiError RATE_LIMITED */
    countTry(user: UserModel): Promise<void>
    /** @throws ApiError SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID */
    check(
      transaction: Transaction,
      user: UserModel,
      code: string | undefined,
      address: string | null,
    ): Promise<SpentCode | null>
    /** After the commit. */
    accepted(user: UserModel, spent: SpentCode, address: string | null): Promise<void>
  }
}

export function createSecondFactor(deps: FactorDeps): SecondFactor {
  const { prisma } = deps.database
  const from = (address: string | null): FactorDeps => ({
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
    begin: (member, password, address) => beginEnrolment(from(address), member, password),
    confirm: (member, code, address) => confirmEnrolment(from(address), member, code),
    prove: (member, code, address) => proveFactor(from(address), member, code),
    assertFresh: (member) => assertFreshFactor(deps, member),
    switchOff: (member, proof, address) => switchOff(from(address), member, proof),
    renewRecoveryCodes: (member, proof, address) => renewRecoveryCodes(from(address), member, proof),
    login: {
      countTry: (user) => countLoginTry(deps, user),
      check: (transaction, user, code, address) => checkAtLogin(from(address), transaction, user, code),
      async accepted(user, spent, address) {
        await forgetLoginTries(deps, user)
        await codeAccepted(from(address), user.id, spent)
      },
    },
  }
}
