import {
  collapseDuplicatesTransformer,
  DataSet,
  englishDataset,
  type ParsedPattern,
  pattern,
  RegExpMatcher,
  remapCharactersTransformer,
  SyntaxKind,
  toAsciiLowerCaseTransformer,
} from 'obscenity'

/**
 * The slurs used from the package's English list. Ordinary swear words are left out, because adults may swear. Words with a
 * harmless meaning elsewhere are left out too: 'negro' in Spanish, 'abo' in German, 'dyke' in Dutch, 'retard' in French, the name Abeed.
 */
const DATASET_SLURS = new Set(['africoon', 'arabush', 'boonga', 'chingchong', 'chink', 'tranny'])

/** Slurs missing from the list, or whose patterns there also match 'nggak' and 'tinggal' in Indonesian, or Fagin. */
const ADDITIONAL_SLURS = [
  pattern`nigger`,
  pattern`|nigga`,
  pattern`|ngger`,
  pattern`|nigs|`,
  pattern`faggot`,
  pattern`fggot`,
  pattern`|kike|`,
  pattern`|kikes|`,
  pattern`ching chong`,
  pattern`|gook|`,
  pattern`|gooks|`,
  pattern`|spic|`,
  pattern`|spics|`,
  pattern`|pakis|`,
  pattern`wetback`,
  pattern`raghead`,
  pattern`towelhead`,
]

/** Harmless words and phrases that the patterns match. */
export const SLUR_EXCEPTIONS = [
  /\bsnigger\w*/gi,
  /\bniggard\w*/gi,
  /\bchinks? (?:in|of|between)\b/gi,
  /\bchink(?:apin\w*|ing|ed)\b/gi,
  /\bspic(?:k)? and span\b/gi,
  /\bfaggots and peas\b/gi,
  /\b(?:my|the|a|your) tranny (?:fluid|oil|is (?:slipping|leaking|shot))\b/gi,
  // The Spanish short form of Enrique.
  /\b(?:i'?m|i am|name is|call me|named|called) kike\b/gi,
  /\bkike (?:hern[aá]ndez|sep[uú]lveda|garc[ií]a)\b/gi,
  /\bwetback (?:shearwater|petrel)\b/gi,
]

/** Characters that people substitute for letters to pass a filter. */
const SUBSTITUTIONS = { a: '@4', e: '3', g: '6', i: '1!', o: '0', s: '$5', t: '7' } as const

/** Letters that may be doubled; repetitions of others are collapsed to one. */
const DOUBLED_LETTERS = ['e', 'g', 'o', 's'] as const

const transformers = () => [
  remapCharactersTransformer({ ...SUBSTITUTIONS }),
  toAsciiLowerCaseTransformer(),
  collapseDuplicatesTransformer({
    defaultThreshold: 1,
    customThresholds: new Map(DOUBLED_LETTERS.map((letter) => [letter, 2])),
  }),
]

function sourceOf(character: number): string {
  const letter = String.fromCodePoint(character)
  const substitutes = letter in SUBSTITUTIONS ? SUBSTITUTIONS[letter as keyof typeof SUBSTITUTIONS] : ''
  return `[${letter}${substitutes}]+`
}

/** Returns a pattern that every match of the slurs also matches. It is much faster than the matcher itself. */
function quickCheckOf(patterns: readonly ParsedPattern[]): RegExp {
  const sources = patterns.map(({ nodes }) =>
    nodes
      .map((node) => {
        const inner = node.kind === SyntaxKind.Optional ? node.childNode : node
        const source = inner.kind === SyntaxKind.Literal ? inner.chars.map(sourceOf).join('') : '.'
        return node.kind === SyntaxKind.Optional ? `(?:${source})?` : source
      })
      .join('')
      // A match may start at any repetition of the first letter, so one suffices. Repetition would take quadratic time.
      .replace(/^(\[[^\]]+\])\+/, '$1'),
  )
  return new RegExp(sources.join('|'), 'is')
}

/** Returns a function that finds slurs in text of Latin letters. */
export function createSlurFinder(): (text: string) => boolean {
  const words = new DataSet<{ originalWord: string }>()
    .addAll(englishDataset)
    .removePhrasesIf(({ metadata }) => !DATASET_SLURS.has(metadata?.originalWord ?? ''))
    .addPhrase((phrase) => ADDITIONAL_SLURS.reduce((all, slur) => all.addPattern(slur), phrase))
  const { blacklistedTerms } = words.build()
  const quickCheck = quickCheckOf(blacklistedTerms.map((term) => term.pattern))
  const matcher = new RegExpMatcher({ blacklistedTerms, blacklistMatcherTransformers: transformers() })
  // Within a word an exclamation mark replaces an i; at the end it is punctuation.
  return (text) => quickCheck.test(text) && matcher.hasMatch(text.replaceAll(/(?<!!)!+(?=\s|$)/g, ' '))
}
