import { domainToUnicode } from 'node:url'
import { PRODUCT } from '#schema/product.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'

/** What an attacker may know about the account. */
export interface PasswordContext {
  userName: string
  displayName: string
}

const SUBSTITUTIONS: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
/** Shorter words occur in passwords by chance. */
const SHORTEST_WORD = 3

const plain = (text: string) => text.normalize('NFKC').toLowerCase()
const lettersAndDigits = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '')
const undoSubstitutions = (text: string) =>
  text.replaceAll(/[@4310!$57]/g, (sign) => SUBSTITUTIONS[sign] ?? sign)

/**
 * Returns whether a password is easy to guess: one of the 10,000 most common ones, or mostly made of the product's name,
 * the display name or the address. The rules of spec §5 demand a capital, a digit and a special character, so the check
 * ignores case, signs that stand for letters, and digits and signs around a word. The word must make up at least half of
 * the password's letters and digits: `Tiger-84731922` does not count as `tiger`.
 */
export function isWeakPassword(password: string, context: PasswordContext): boolean {
  const text = plain(password)
  const length = lettersAndDigits(text).length
  const isCommon = coresOf(text).some(
    (core) => COMMON_PASSWORDS.has(core) && lettersAndDigits(core).length * 2 >= length,
  )
  return isCommon || knownShare(lettersAndDigits(text), wordsOf(context)) * 2 >= length
}

/** Returns the password, and the words that remain without the digits and signs people add around them. */
function coresOf(text: string): string[] {
  const withoutSigns = text.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  const withoutDigits = text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const digits = text.replaceAll(/^\P{N}+|\P{N}+$/gu, '')
  const all = [
    text,
    withoutSigns,
    lettersAndDigits(text),
    withoutDigits,
    lettersAndDigits(withoutDigits),
    digits,
  ]
  return [...new Set([...all, ...all.map(undoSubstitutions)])]
}

function wordsOf({ userName, displayName }: PasswordContext): string[] {
  const [name = '', domain = ''] = userName.split('@')
  const parts = [PRODUCT.name, PRODUCT.slug, displayName, name, domainToUnicode(domain)].map(plain)
  const words = parts.flatMap((part) => [lettersAndDigits(part), ...part.split(/[^\p{L}\p{N}]+/u)])
  return [...new Set(words)].filter((word) => word.length >= SHORTEST_WORD)
}

/** Returns how many characters belong to one of the words, as typed or with substitutions undone. */
function knownShare(text: string, words: readonly string[]): number {
  const shareOf = (given: string) => {
    const known = new Set<number>()
    for (const word of words) {
      for (let at = given.indexOf(word); at >= 0; at = given.indexOf(word, at + 1))
        for (let index = at; index < at + word.length; index += 1) known.add(index)
    }
    return known.size
  }
  return Math.max(shareOf(text), shareOf(undoSubstitutions(text)))
}
