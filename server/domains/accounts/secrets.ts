import { createHash, randomBytes, randomInt } from 'node:crypto'

/** 256 random bits that fit into a link or a header. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** What is stored of a secret: a leaked table opens nothing. A plain hash will do, as the secret cannot be guessed. */
export const hashSecret = (secret: string) => new Uint8Array(createHash('sha256').update(secret).digest())

/** Crockford's alphabet: no I, L, O or U that could be misread. */
const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 10

/** 50 random bits to be read from a mail and typed: a few tries within the hour never meet them. */
export function newCode() {
  const characters = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)])
  return `${characters.slice(0, 5).join('')}-${characters.slice(5).join('')}`
}

/** The code as it was meant, however it was typed. */
export const readCode = (typed: string) =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
