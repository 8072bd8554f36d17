import type { User } from '#schema/account.ts'
import { GENDER_FILTERS, GENDER_OF_FILTER, LOOKING_FOR } from '#schema/enums.ts'
import { shownNameOf } from '#schema/partner-name.ts'
import { pickLanguage } from '#schema/pick-language.ts'
import { isSpokenLanguage, learnedLanguagesOf } from '#schema/spoken-languages.ts'
import { isPremium, isPremiumLapsed } from '#server/platform/account-status.ts'
import type { UserModel } from '#server/platform/postgres/index.ts'

const place = (parts: readonly (string | null)[]) => parts.filter((part) => part).join(', ') || null

const genderFilterOf = ({ filterByGender }: Pick<UserModel, 'filterByGender'>) =>
  GENDER_FILTERS.find((filter) => GENDER_OF_FILTER[filter] === filterByGender) ?? null

/** Returns the account as its owner may see it, without hash and coordinates. */
export function presentUser(row: UserModel, now: number): User {
  return {
    id: row.id,
    userName: row.userName,
    displayName: shownNameOf(row.displayName),
    name: row.name,
    phone: row.phone,
    city: row.city,
    state: row.state,
    country: row.country,
    location: place([row.city, row.state, row.country]),
    interests: row.interests,
    role: row.role,
    active: row.active,
    premiumUser: isPremium(row, now),
    nearBy: row.nearBy && !isPremiumLapsed(row, now),
    stars: row.stars,
    emailVerified: row.emailVerified,
    created: row.created.toISOString(),
    lastSeen: row.lastSeen.toISOString(),
    gender: row.gender,
    filterByGender: isPremium(row, now) ? genderFilterOf(row) : null,
    age: row.age,
    minPartnerAge: row.minPartnerAge,
    maxPartnerAge: row.maxPartnerAge,
    lookingFor: LOOKING_FOR.filter((choice) => row.lookingFor.includes(choice)),
    languages: row.languages.filter(isSpokenLanguage),
    learning: learnedLanguagesOf(row),
    language: pickLanguage([row.language]),
  }
}
