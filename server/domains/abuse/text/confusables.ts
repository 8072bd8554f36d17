import { resolveConfusablesTransformer } from 'obscenity'

const ASCII = /^[\0-\x7f]*$/

/** The package treats these as letters, but people use them as symbols. */
const SYMBOLS = /[❤♏♓❌☡◯○◊⊕⊖]/

/**
 * Returns a function that replaces the characters of other alphabets with the Latin letters they look like. The result only
 * serves to find disguised English; texts in other alphabets become meaningless.
 */
export function createConfusablesReplacer(): (text: string) => string {
  const { transform } = resolveConfusablesTransformer()
  const letters = new Map<string, string>()
  for (let point = 0x80; point < 0x2_0000; point++) {
    const letter = transform(point)
    const character = String.fromCodePoint(point)
    if (letter !== undefined && letter !== point && !SYMBOLS.test(character))
      letters.set(character, String.fromCodePoint(letter))
  }
  // Two patterns, because one for both Unicode planes is several times slower.
  const characters = [...letters.keys()]
  const firstPlane = new RegExp(`[${characters.filter(({ length }) => length === 1).join('')}]`, 'g')
  const surrogatePairs = characters.filter(({ length }) => length === 2)
  const secondPlane = new RegExp(`[${surrogatePairs.join('')}]`, 'gu')
  const highSurrogates = [...new Set(surrogatePairs.map((pair) => pair[0]))]
  const hasSecondPlane = new RegExp(`[${highSurrogates.join('')}]`)
  const replace = (character: string) => letters.get(character) ?? character
  return (text) => {
    if (ASCII.test(text)) return text
    const replaced = text.replaceAll(firstPlane, replace)
    return hasSecondPlane.test(replaced) ? replaced.replaceAll(secondPlane, replace) : replaced
  }
}
