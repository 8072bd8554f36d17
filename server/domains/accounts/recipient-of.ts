import type { UserModel } from '#server/platform/postgres/index.ts'

/** Returns the recipient of a mail about an account. */
export const recipientOf = ({
  userName: email,
  displayName,
  language,
}: Pick<UserModel, 'userName' | 'displayName' | 'language'>) => ({ email, displayName, language })
