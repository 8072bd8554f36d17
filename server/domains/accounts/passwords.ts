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
  needsRehash(stored: string): boolean
}

/** No setting changes the cost. Only tests pass another one. */
export async function createPasswords(cost = OWASP_COST): Promise<Passwords> {
  const options = { type: argon2.argon2id, parallelism: 1, ...cost } as const
  const dummyHash = await argon2.hash('dummy password', options)
  return {
    hash: (password) => argon2.hash(password, options),
    async verify(stored, password) {
      // Erased accounts store a word instead of a hash.
      const usable = stored?.startsWith('$argon2') ? stored : null
      const matches = await argon2.verify(usable ?? dummyHash, password)
      return usable !== null && matches
    },
    needsRehash: (stored) => argon2.needsRehash(stored, options),
  }
}
