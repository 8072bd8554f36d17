import { dictionary } from '@zxcvbn-ts/language-common'

/** The list has 49,233 passwords in lower case, ranked by how often they occur in leaks. */
const COUNT = 10_000

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(dictionary['passwords-common'].slice(0, COUNT))
