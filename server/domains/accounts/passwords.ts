import argon2 from 'argon2'

/** OWASP's second recommended setting for argon2id: 19 MiB, two passes, one lane. */
const OPTIONS = { type: argon2.argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes as long without a stored hash as with one, so response times do not reveal accounts. */
  verify(stored: string | null, password: string): Promise<boolean>
  needsRehash(stored: string): boolean
}

export async function createPasswords(): Promise<Passwords> {
  const dummyHash = await argon2.hash('dummy password', OPTIONS)
  return {
    hash: (password) => argon2.hash(password, OPTIONS),
    async verify(stored, password) {
      // Erased accounts store a word instead of a hash.
      const usable = stored?.startsWith('$argon2') ? stored : null
      const matches = await argon2.verify(usable ?? dummyHash, password)
      return usable !== null && matches
    },
    needsRehash: (stored) => argon2.needsRehash(stored, OPTIONS),
  }
}
