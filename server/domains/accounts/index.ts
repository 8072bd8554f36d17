import type { AuthResponse, VerificationResult } from '#schema/account.ts'
import type { Page } from '#schema/chat.ts'
import type { Position } from '#schema/location.ts'
import type { Login, Registration } from '#schema/registration.ts'
import { serverSecret } from '#server/platform/postgres/index.ts'
import type { AccountDeps } from './account-context.ts'
import { type Closing, createClosing } from './closing.ts'
import { type ConfirmOwner, createConfirmOwner } from './confirm-owner.ts'
import { createEmailVerification } from './email-verification.ts'
import { logIn } from './log-in.ts'
import type { Caller, Member } from './member.ts'
import { networkField } from './network-field.ts'
import { createOperatorAccounts, type OperatorAccounts } from './operator/operator-accounts.ts'
import { createPasswordReset, type PasswordReset } from './password-reset.ts'
import { createPasswords } from './passwords.ts'
import { createProfiles, type Profiles } from './profile.ts'
import { register } from './register.ts'
import { createRegistrationRemoval, type RegistrationRemoval } from './registration-removal.ts'
import { reportRemovedFactor } from './report-removed-factor.ts'
import { resendVerification } from './resend-verification.ts'
import { createSecondFactor, type SecondFactor } from './second-factor/second-factor.ts'
import type { SessionStatus } from './sessions/load-session-statuses.ts'
import { createSessionList, type SessionList } from './sessions/session-list.ts'
import { createSessions } from './sessions/sessions.ts'
import { listSignIns, type SignIn } from './sessions/sign-ins.ts'
import { createShownPlaces } from './shown-places.ts'

export type { AccountDeps, AccountMails } from './account-context.ts'
export { changeRole } from './change-role.ts'
export type { ConfirmOwner } from './confirm-owner.ts'
export { listStaff } from './list-staff.ts'
export type { Member, SessionOrigin } from './member.ts'
export { type FoundAccount, findAccount } from './operator/find-account.ts'
export { type AccountOverview, readAccountOverview } from './operator/read-account-overview.ts'
export type { PasswordCost } from './passwords.ts'
export type { FactorState } from './second-factor/second-factor.ts'
export {
  hasStaffFactor,
  resetFactor,
  type StaffFactor,
  staffFactorRefusal,
  type TotpSetup,
} from './second-factor/second-factor.ts'
export { endAllSessions } from './sessions/end-all-sessions.ts'
export { endSessions } from './sessions/end-sessions.ts'
export type { SessionStatus } from './sessions/load-session-statuses.ts'
export type { AccountSession } from './sessions/session-list.ts'
export type { SignIn } from './sessions/sign-ins.ts'

export interface Accounts {
  /** @throws ApiError CONFLICT when the address has an account; PROOF_REQUIRED */
  register(input: Registration, position: Position | null, caller: Caller): Promise<AuthResponse>
  /**
   * Opens a session, reopens a closed account and ends the browser's earlier session.
   * @throws ApiError UNAUTHENTICATED with one message for every cause; SECOND_FACTOR_REQUIRED; SECOND_FACTOR_INVALID;
   * SUSPENDED; PROOF_REQUIRED
   */
  logIn(input: Login, caller: Caller): Promise<AuthResponse>
  logOut(member: Member, address: string): Promise<void>
  memberOf(token: string, options?: { background?: boolean }): Promise<Member | null>
  /** Makes the next `memberOf` read the member's account again. */
  forgetSessionsOf(userId: string): void
  /** Returns those of the sessions that have ended. */
  filterEndedSessions(sessionKeys: readonly string[]): Promise<string[]>
  /** Reads the database each time, whereas `memberOf` may return a member that is a second old. */
  sessionStatusOf(sessionKey: string): Promise<SessionStatus>
  verifyEmail(code: string, email: string, address: string): Promise<VerificationResult>
  /** Returns the same result, after the same time, whether or not the address has an account that needs a link. */
  resendVerification(email: string, address: string): Promise<VerificationResult>
  hashPassword(password: string): Promise<string>
  /** Returns the member's logins and registration, the latest first. */
  signIns(userId: string, page: { pageNumber: number; size: number }): Promise<Page<SignIn>>
  /** @throws ApiError INVALID, FRESH_FACTOR_REQUIRED, RATE_LIMITED */
  readonly confirmOwner: ConfirmOwner
  readonly closing: Closing
  readonly operator: OperatorAccounts
  readonly passwordReset: PasswordReset
  readonly profiles: Profiles
  readonly registrationRemoval: RegistrationRemoval
  readonly secondFactor: SecondFactor
  readonly sessions: SessionList
  /** Gives members without one the place where People Nearby shows them. */
  fillShownPlaces(): Promise<void>
  /** Begins to read which sessions other nodes changed, and fills shown places. */
  start(): void
  [Symbol.asyncDispose](): Promise<void>
}

export async function createAccounts(deps: AccountDeps): Promise<Accounts> {
  const { events, limits, securityLog } = deps
  const passwords = await createPasswords(deps.passwordCost)
  const sessions = createSessions(deps)
  const verification = createEmailVerification(deps)
  const shownPlaces = createShownPlaces(deps)
  const registrationRemoval = createRegistrationRemoval({ ...deps, sessions, verification })
  const secondFactor = createSecondFactor({
    ...deps,
    passwords,
    sessions,
    recoveryKey: await serverSecret({ pool: deps.database.pool, box: deps.secrets }, 'recovery-codes'),
  })
  const confirmOwner = createConfirmOwner({ ...deps, passwords, secondFactor })

  return {
    register: (input, position, caller) =>
      register({ ...deps, passwords, sessions, verification, registrationRemoval }, input, position, caller),
    logIn: (input, caller) => logIn({ ...deps, passwords, sessions, secondFactor }, input, caller),
    memberOf: (token, options) => sessions.memberOf(token, options),
    forgetSessionsOf: (userId) => sessions.forget(userId),
    filterEndedSessions: (sessionKeys) => sessions.filterEnded(sessionKeys),
    sessionStatusOf: (sessionKey) => sessions.statusOf(sessionKey),
    hashPassword: (password) => passwords.hash(password),
    confirmOwner,
    closing: createClosing({ ...deps, sessions, confirmOwner }),
    operator: createOperatorAccounts({ ...deps, passwords, sessions, verification }),
    passwordReset: createPasswordReset({ ...deps, passwords, sessions }),
    profiles: createProfiles(deps),
    registrationRemoval,
    secondFactor,
    sessions: createSessionList({ ...deps, sessions }),
    signIns: (userId, page) => listSignIns(deps, userId, page),

    async logOut(member, address) {
      if (await sessions.revoke(member.sessionKey)) {
        await events.emit('sessionsRevoked', { userId: member.id, sessionKeys: [member.sessionKey] })
        securityLog.record({ event: 'authn_logout', userId: member.id, ...networkField(address) })
      }
    },

    async verifyEmail(code, email, address) {
      await limits.consume('verifyByAddress', address)
      const { verified, ...result } = await verification.verify(code, email)
      if (verified) {
        const { user, factorRemoved } = verified
        await events.emit('userChanged', { userId: user.id })
        securityLog.record({ event: 'authn_email_verified', userId: user.id, ...networkField(address) })
        if (factorRemoved) reportRemovedFactor(deps, user, address)
      }
      return result
    },

    resendVerification: (email, address) => resendVerification({ ...deps, verification }, email, address),
    fillShownPlaces: shownPlaces.fill,
    start() {
      sessions.start()
      shownPlaces.start()
    },
    async [Symbol.asyncDispose]() {
      await shownPlaces.stop()
      await sessions.stop()
    },
  }
}
