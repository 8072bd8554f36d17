import argon2 from 'argon2'

/** The work that one hash takes. */
export interface PasswordCost {
  /** In KiB. */
  readonly memoryCost: number
  /** Passes over that memory. */
  readonly timeCost: number
}

/** OWASP's second recommended setting for argon2id, with one lane: 19 MiB, two passes. */
const OWASP_COST: PasswordCost = { memoryCost: 19 * 1024, timeCost: 2 }

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes as long without a stored hash as with one, so response times do not reveal accounts. */
  verify(stored: string | null, password: string): Promise<boolean>
  /** Returns whether to hash the password again: the cost is another one, or the typed form may be the one that was hashed. */
  needsRehash(stored: string, password: string): boolean
}

/** Keyboards differ in how they compose letters with marks, so every form of a password has one hash. */
const normalForm = (password: string) => password.normalize('NFC')

/** No setting changes the cost. Only tests pass another one. */
export async function createPasswords(cost = OWASP_COST): Promise<Passwords> {
  const options = { type: argon2.argon2id, parallelism: 1, ...cost } as const
  const dummyHash = await argon2.hash('dummy password', options)
  return {
    hash: (password) => argon2.hash(normalForm(password), options),
    async verify(stored, password) {
      // Erased accounts store a word instead of a hash.
      const usable = stored?.startsWith('$argon2') ? stored : null
      const compare = (form: string) => argon2.verify(usable ?? dummyHash, form)
      const normal = normalForm(password)
      // Hashes of earlier versions are of the password as it was typed.
      const matches = (await compare(normal)) || (normal !== password && (await compare(password)))
      return usable !== null && matches
    },
    needsRehash: (stored, password) =>
      argon2.needsRehash(stored, options) || normalForm(password) !== password,
  }
}
