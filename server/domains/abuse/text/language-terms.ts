import type { FilterLanguage } from '#schema/filter-languages.ts'
import { foldLetters } from '#schema/fold-text.ts'
import { compileTerms } from './compile-terms.ts'
import { LANGUAGES } from './languages/index.ts'
import type { HeldTerms, LanguageData } from './languages/language.ts'
import { hintPattern, joinLetters, revealLetters } from './reveal-letters.ts'
import { hasScript, isAscii, OTHER_SCRIPTS, SCRIPTS, type Script } from './scripts.ts'
import { createStemScanner, SPELLED } from './stem-scanner.ts'

/** The rule by which a message is held. */
export type HeldRule = 'slur' | 'solicitation' | 'operator'

/** The terms that the operator adds to a language or removes from it. */
export interface TermChanges {
  add: readonly string[]
  remove: readonly string[]
}

/** How far around a solicitation a rejection may be. */
const REACH = 40

/** The bits of all languages of a script. */
const ALL = -1

type Finder = (text: string) => HeldRule | null

/** The letters with which every match of a source begins, if they are enough for a stem. */
const stemsOf = (sources: readonly string[]) =>
  sources.flatMap((source) => /^[^[\]()?*+.|\\{}]{4,}(?![?*{])/.exec(source)?.[0] ?? [])

const escapeRegExp = (text: string) => text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
/** A term of the operator may end with a star, for any ending. */
const sourceOf = (term: string) => escapeRegExp(term).replace(/\*$/, '[^\\s.,!?]{0,40}')

/** Returns a function that finds the terms of one language in a text with its letters revealed. */
function createFinder({ script, held }: LanguageData, { add, remove }: TermChanges): Finder {
  const own = compileTerms(add.map(sourceOf), script)
  const slurs = compileTerms(held.slurs, script)
  const isSolicitation = createSolicitationFinder(held, script)
  const ignored = [compileTerms(held.harmless ?? [], script), compileTerms(remove.map(sourceOf), script)]
  const find = (text: string): HeldRule | null => {
    if (own && text.search(own) !== -1) return 'operator'
    if (slurs && text.search(slurs) !== -1) return 'slur'
    return isSolicitation(text) ? 'solicitation' : null
  }
  return (text) =>
    find(text) && find(ignored.reduce((rest, one) => (one ? rest.replaceAll(one, ' ') : rest), text))
}

/** People quote in one language what was said in another. */
const rejections = (script: Script, place: 'rejectedBefore' | 'rejectedAfter') =>
  LANGUAGES.flatMap(({ script: one, held }) => (one === script ? (held[place] ?? []) : []))

function createSolicitationFinder(held: HeldTerms, script: Script): (text: string) => boolean {
  const phrases = compileTerms(held.solicitation, script)
  if (!phrases) return () => false
  const before = compileTerms(rejections(script, 'rejectedBefore'), script, '')
  const rejectedBefore = before ? new RegExp(`${before.source}[^.!?,。、]{0,25}$`) : null
  const after = compileTerms(rejections(script, 'rejectedAfter'), script, '')
  const rejectedAfter = after ? new RegExp(`^[^.!?。]{0,15}?${after.source}`) : null
  return (text) => {
    for (const { 0: phrase, index } of text.matchAll(phrases)) {
      const end = index + phrase.length
      const isRejected =
        rejectedBefore?.test(text.slice(Math.max(0, index - REACH), index)) ||
        rejectedAfter?.test(text.slice(end, end + REACH))
      if (!isRejected) return true
    }
    return false
  }
}

/** Returns a function that finds the terms of every language in a text. English words with letters apart are left to `findEnglish`. */
export function createLanguageTermFinder(
  changes: Partial<Record<FilterLanguage, TermChanges>>,
  findEnglish: Finder,
): (text: string) => HeldRule | null {
  const changesOf = ({ code }: LanguageData) => changes[code] ?? { add: [], remove: [] }
  const finders = new Map(
    SCRIPTS.map((script) => [
      script,
      LANGUAGES.filter((language) => language.script === script).map((language) =>
        createFinder(language, changesOf(language)),
      ),
    ]),
  )
  const latin = LANGUAGES.filter(({ script }) => script === 'latin')
  const scan = createStemScanner(
    latin.map((language) => [
      ...language.held.hints,
      ...stemsOf(language.held.slurs),
      ...changesOf(language).add.map((term) => term.replaceAll('*', '')),
    ]),
    { disguised: true },
  )
  const others = OTHER_SCRIPTS.map((script) => {
    const languages = LANGUAGES.filter((language) => language.script === script)
    const added = languages.flatMap((language) => changesOf(language).add.map((term) => sourceOf(term)))
    return [script, hintPattern([...languages.flatMap(({ held }) => held.hints), ...added], script)] as const
  })
  const findIn = (text: string, script: Script, lists = ALL): HeldRule | null => {
    const revealed = revealLetters(text, script)
    for (const [index, find] of (finders.get(script) ?? []).entries()) {
      const rule = lists & (1 << index) ? find(revealed) : null
      if (rule) return rule
    }
    return null
  }
  return (text) => {
    const found = scan(text)
    if (found) {
      const spelled = (found & SPELLED) !== 0
      const rule =
        findIn(text, 'latin', spelled ? ALL : found) ??
        (spelled ? findEnglish(joinLetters(text.toLowerCase(), 'latin')) : null)
      if (rule) return rule
    }
    if (isAscii(text)) return null
    for (const [script, hints] of others)
      if (hasScript(text, script) && hints.test(foldLetters(text))) {
        const rule = findIn(text, script)
        if (rule) return rule
      }
    return null
  }
}
