import { createHash, randomBytes, randomInt } from 'node:crypto'

/** Returns 256 random bits in base64url, for links and headers. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** Returns the hash that is stored instead of a secret. A fast hash suffices, because the secret cannot be guessed. */
export const hashSecret = (secret: string) => new Uint8Array(createHash('sha256').update(secret).digest())

/** Crockford's alphabet: no I, L, O or U that could be misread. */
const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 10

/** Returns a code of 50 random bits, to be read from a mail and typed. */
export function newCode() {
  const characters = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)])
  return `${characters.slice(0, 5).join('')}-${characters.slice(5).join('')}`
}

/** Returns the code in its stored form: upper case, without separators, misread letters replaced. */
export const normalizeCode = (typed: string) =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
