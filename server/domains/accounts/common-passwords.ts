import { dictionary } from '@zxcvbn-ts/language-common'

/** Of 49,233 passwords in the list, ranked by how often leaks hold them. All are in lower case. */
const COUNT = 10_000

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(dictionary['passwords-common'].slice(0, COUNT))
