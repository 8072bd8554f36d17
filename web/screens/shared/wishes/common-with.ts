import type { Partner, User } from '#schema/account.ts'
import { spokenLanguagesOf } from '#schema/spoken-languages.ts'

/** Returns what the member and a partner look for, and the languages that both speak. */
export function commonWith({ lookingFor, languages }: Pick<Partner, 'lookingFor' | 'languages'>, me: User) {
  const own: readonly string[] = spokenLanguagesOf(me)
  return {
    lookingFor: lookingFor.filter((choice) => me.lookingFor.includes(choice)),
    // A server of the version before answers without languages.
    languages: (languages ?? []).filter((language) => own.includes(language)),
  }
}
