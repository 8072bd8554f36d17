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
 * The slurs of the package's English list. Its everyday swear words stay out, as adults may swear; so do its words that
 * are plain ones elsewhere: 'negro' in Spanish, 'abo' in German, 'dyke' in the Netherlands, 'retard' in French, Abeed as a name.
 */
const KEPT = new Set(['africoon', 'arabush', 'boonga', 'chingchong', 'chink', 'tranny'])

/** Slurs that the list lacks, or has so wide that they are found in the Indonesian 'nggak' and 'tinggal', and in Fagin. */
const NARROWER = [
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

/** What is not meant by them. */
export const SLUR_EXCEPTIONS = [
  /\bsnigger\w*/gi,
  /\bniggard\w*/gi,
  /\bchinks? (?:in|of|between)\b/gi,
  /\bchink(?:apin\w*|ing|ed)\b/gi,
  /\bspic(?:k)? and span\b/gi,
  /\bfaggots and peas\b/gi,
  /\b(?:my|the|a|your) tranny (?:fluid|oil|is (?:slipping|leaking|shot))\b/gi,
  // A Spanish short form of Enrique.
  /\b(?:i'?m|i am|name is|call me|named|called) kike\b/gi,
  /\bkike (?:hern[aá]ndez|sep[uú]lveda|garc[ií]a)\b/gi,
  /\bwetback (?:shearwater|petrel)\b/gi,
]

/** How letters are written to get past a filter; digits that end a word say nothing, so a number is left alone. */
const WRITINGS = { a: '@4', e: '3', g: '6', i: '1!', o: '0', s: '$5', t: '7' } as const

const TWICE = ['e', 'g', 'o', 's'] as const

const transformers = () => [
  remapCharactersTransformer({ ...WRITINGS }),
  toAsciiLowerCaseTransformer(),
  collapseDuplicatesTransformer({
    defaultThreshold: 1,
    customThresholds: new Map(TWICE.map((letter) => [letter, 2])),
  }),
]

function sourceOf(character: number): string {
  const letter = String.fromCodePoint(character)
  const writings = letter in WRITINGS ? WRITINGS[letter as keyof typeof WRITINGS] : ''
  return `[${letter}${writings}]+`
}

/** What a plain text has to contain for any of the patterns to fit; far cheaper than to spell every text out. */
function gateOf(patterns: readonly ParsedPattern[]): RegExp {
  const sources = patterns.map(({ nodes }) =>
    nodes
      .map((node) => {
        const inner = node.kind === SyntaxKind.Optional ? node.childNode : node
        const source = inner.kind === SyntaxKind.Literal ? inner.chars.map(sourceOf).join('') : '.'
        return node.kind === SyntaxKind.Optional ? `(?:${source})?` : source
      })
      .join('')
      // It may begin at any letter of a row: from each of them to the row's end would take its square.
      .replace(/^(\[[^\]]+\])\+/, '$1'),
  )
  return new RegExp(sources.join('|'), 'is')
}

/** Whether a text, spelled in Latin letters, has a slur in it. */
export function createSlurFinder(): (text: string) => boolean {
  const words = new DataSet<{ originalWord: string }>()
    .addAll(englishDataset)
    .removePhrasesIf(({ metadata }) => !KEPT.has(metadata?.originalWord ?? ''))
    .addPhrase((phrase) => NARROWER.reduce((all, one) => all.addPattern(one), phrase))
  const { blacklistedTerms } = words.build()
  const gate = gateOf(blacklistedTerms.map((term) => term.pattern))
  const matcher = new RegExpMatcher({ blacklistedTerms, blacklistMatcherTransformers: transformers() })
  // An exclamation mark within a word is an i, and at its end it is one.
  return (text) => gate.test(text) && matcher.hasMatch(text.replaceAll(/(?<!!)!+(?=\s|$)/g, ' '))
}
