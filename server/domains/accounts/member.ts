import type { LookingFor } from '#schema/enums.ts'
import { LOOKING_FOR } from '#schema/enums.ts'
import type { Language } from '#schema/languages.ts'
import { pickLanguage } from '#schema/pick-language.ts'
import { learnedLanguagesOf, type SpokenLanguage, spokenLanguagesOf } from '#schema/spoken-languages.ts'
import { isPremium, isSuspended } from '#server/platform/account-status.ts'
import type { UserModel } from '#server/platform/postgres/index.ts'
import type { StaffFactor } from './second-factor/staff-factor.ts'
import type { SessionUser } from './sessions/read-sessions.ts'

const HOUR = 60 * 60_000

/** The member who makes a request, as far as handling the request needs it. */
export interface Member {
  id: string
  /** Identifies the session but cannot open it. */
  sessionKey: string
  displayName: string
  emailVerified: boolean
  role: UserModel['role']
  /** Whether this session may use staff features, and what it lacks otherwise. */
  staffFactor: StaffFactor
  premium: boolean
  suspended: boolean
  /** The account is younger than `newAccountHours`. */
  isNewAccount: boolean
  interests: string[]
  gender: UserModel['gender']
  filterByGender: UserModel['gender'] | null
  lookingFor: LookingFor[]
  /** The languages that count: those the member names, or else the one of the account. */
  languages: SpokenLanguage[]
  /** The languages that the member wants to learn. */
  learning: SpokenLanguage[]
  age: number
  /** The ages to be matched with by chance. Null: no such limit. */
  minPartnerAge: number | null
  maxPartnerAge: number | null
  /** The language of the account. */
  language: Language
}

export interface SessionOrigin {
  userAgent: string | null
  ipAddress: string | null
}

/** The client that registers or logs in. */
export interface Caller extends SessionOrigin {
  hasProofOfWork?: boolean
  /** The value of the browser's device cookie. */
  device?: string | null
  /** The header Accept-Language. */
  acceptLanguage?: string | undefined
  /** The live session that the same browser had so far. A login ends it. */
  replaces?: { userId: string; sessionKey: string } | null
}

/** Returns the member of a session at the instant `now`, in milliseconds since the epoch. */
export function memberOfSession(
  row: SessionUser,
  {
    sessionKey,
    staffFactor,
    now,
    newAccountHours,
  }: { sessionKey: string; staffFactor: StaffFactor; now: number; newAccountHours: number },
): Member {
  const premium = isPremium(row, now)
  return {
    id: row.id,
    sessionKey,
    displayName: row.displayName,
    emailVerified: row.emailVerified,
    role: row.role,
    staffFactor,
    premium,
    suspended: isSuspended(row, now),
    isNewAccount: now - row.created.getTime() < newAccountHours * HOUR,
    interests: row.interests,
    gender: row.gender,
    filterByGender: premium ? row.filterByGender : null,
    lookingFor: LOOKING_FOR.filter((choice) => row.lookingFor.includes(choice)),
    languages: spokenLanguagesOf(row),
    learning: learnedLanguagesOf(row),
    age: row.age,
    minPartnerAge: row.minPartnerAge,
    maxPartnerAge: row.maxPartnerAge,
    language: pickLanguage([row.language]),
  }
}
