import type { Position } from '#schema/location.ts'
import type { ResetCode, ResetRequest } from '#schema/password.ts'
import type { ProfileUpdate, ProfileVisit } from '#schema/profile.ts'
import type { Login, Registration } from '#schema/registration.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import type { PageRequest } from '#server/platform/pagination.ts'
import {
  type AccountContext,
  type AccountSettings,
  type BelowAccounts,
  createAccountContext,
} from './account-context.ts'
import { closeByOwner, deleteByOwner } from './closing.ts'
import { confirmOwner, type OwnerProof } from './confirm-owner.ts'
import { verifyEmail } from './email-verification.ts'
import { exchangeResetCode } from './exchange-reset-code.ts'
import { finishPasswordReset, isResetValid, type ResetFinish } from './finish-password-reset.ts'
import { logIn } from './log-in.ts'
import type { Caller, Member, SessionOrigin } from './member.ts'
import {
  cancelErasure,
  mailPasswordReset,
  mailVerification,
  requestErasure,
} from './operator/operator-accounts.ts'
import { createPasskeys } from './passkeys/passkeys.ts'
import { readProfile, updateProfile } from './profile.ts'
import { recordVisit } from './record-visit.ts'
import { register } from './register.ts'
import { isRemovalPossible, removeRegistration } from './registration-removal.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resendVerification } from './resend-verification.ts'
import { createSecondFactor } from './second-factor/second-factor.ts'
import { logOut } from './sessions/log-out.ts'
import { endOtherSessions, endSession, listSessions } from './sessions/session-list.ts'
import { listSignIns } from './sessions/sign-ins.ts'
import { createShownPlaces } from './shown-places.ts'

export type Accounts = Awaited<ReturnType<typeof createAccounts>>

/** Creates the accounts and sessions of members. `start` begins to read which sessions other nodes changed. */
export async function createAccounts(platform: Platform, below: BelowAccounts, settings: AccountSettings) {
  const context = await createAccountContext(platform, below, settings)
  const { passwords, sessions } = context
  const shownPlaces = createShownPlaces(context)

  return {
    ...entrances(context),
    ...changesByOwner(context),
    operator: changesByOperator(context),
    secondFactor: createSecondFactor(context),
    passkeys: createPasskeys(context),
    memberOf: sessions.memberOf,
    /** Makes the next `memberOf` read the member's account again. */
    forgetSessionsOf: sessions.forget,
    filterEndedSessions: sessions.filterEnded,
    sessionStatusOf: sessions.statusOf,
    hashPassword: passwords.hash,
    fillShownPlaces: shownPlaces.fill,
    /** Begins to read which sessions other nodes changed, and fills shown places. */
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

/** Returns the operations for callers without a session, and the logout. */
const entrances = (context: AccountContext) => ({
  register: (input: Registration, position: Position | null, caller: Caller) =>
    register(context, input, position, caller),
  logIn: (input: Login, caller: Caller) => logIn(context, input, caller),
  logOut: (member: Member, address: string) => logOut(context, member, address),
  verifyEmail: (code: string, email: string, address: string) => verifyEmail(context, code, email, address),
  resendVerification: (email: string, address: string) => resendVerification(context, email, address),
  registrationRemoval: {
    isPossible: (code: string, email: string, address: string) =>
      isRemovalPossible(context, code, email, address),
    remove: (code: string, email: string, address: string) =>
      removeRegistration(context, code, email, address),
  },
  passwordReset: {
    request: (input: ResetRequest, address: string, host?: string) =>
      requestPasswordReset(context, input, address, host),
    isValid: (token: string, address: string) => isResetValid(context, token, address),
    exchangeCode: (input: ResetCode, address: string) => exchangeResetCode(context, input, address),
    finish: (input: ResetFinish, address: string) => finishPasswordReset(context, input, address),
  },
})

const changesByOwner = (context: AccountContext) => ({
  confirmOwner: (member: Pick<Member, 'id' | 'sessionKey'>, proof: OwnerProof) =>
    confirmOwner(context, member, proof),
  closing: {
    close: (member: Member, password: string, address: string) =>
      closeByOwner(context, member, password, address),
    delete: (member: Member, password: string, address: string) =>
      deleteByOwner(context, member, password, address),
  },
  profiles: {
    read: (userId: string, position: Position | null) => readProfile(context, userId, position),
    update: (member: Member, input: ProfileUpdate) => updateProfile(context, member, input),
    recordVisit: (member: Member, input: ProfileVisit, origin: SessionOrigin) =>
      recordVisit(context, member, input, origin),
  },
  sessions: {
    list: (member: Member) => listSessions(context, member),
    revoke: (member: Member, id: string, address: string) => endSession(context, member, id, address),
    revokeOthers: (member: Member, address: string) => endOtherSessions(context, member, address),
  },
  signIns: (userId: string, page: PageRequest) => listSignIns(context, userId, page),
})

/** Returns what the operator can do for an account, without its password and without rate limits. */
const changesByOperator = (context: AccountContext) => ({
  requestErasure: (userId: string) => requestErasure(context, userId),
  cancelErasure: (userId: string) => cancelErasure(context, userId),
  mailVerification: (userId: string) => mailVerification(context, userId),
  mailPasswordReset: (userId: string) => mailPasswordReset(context, userId),
})
