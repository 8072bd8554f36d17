import { resolveConfusablesTransformer } from 'obscenity'

const ASCII = /^[\0-\x7f]*$/

/** The package takes these for letters, but they are set beside words. */
const SYMBOLS = /[❤♏♓❌☡◯○◊⊕⊖]/

/**
 * Spells a text in the Latin letters that its signs look like, whatever alphabet they are of. What it makes of another
 * language is no text: it serves to find English in disguise, and nothing else.
 */
export function createConfusablesReplacer(): (text: string) => string {
  const { transform } = resolveConfusablesTransformer()
  const letters = new Map<string, string>()
  for (let point = 0x80; point < 0x2_0000; point++) {
    const letter = transform(point)
    const sign = String.fromCodePoint(point)
    if (letter !== undefined && letter !== point && !SYMBOLS.test(sign))
      letters.set(sign, String.fromCodePoint(letter))
  }
  // Taken apart, as an expression that knows of both planes is several times slower.
  const signs = [...letters.keys()]
  const near = new RegExp(`[${signs.filter((sign) => sign.length === 1).join('')}]`, 'g')
  const far = new RegExp(`[${signs.filter((sign) => sign.length === 2).join('')}]`, 'gu')
  const firstHalves = [...new Set(signs.filter((sign) => sign.length === 2).map((sign) => sign[0]))]
  const hasFar = new RegExp(`[${firstHalves.join('')}]`)
  const spelled = (sign: string) => letters.get(sign) ?? sign
  return (text) => {
    if (ASCII.test(text)) return text
    const most = text.replaceAll(near, spelled)
    return hasFar.test(most) ? most.replaceAll(far, spelled) : most
  }
}
