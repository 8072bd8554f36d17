import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { underageStatement } from '#server/domains/abuse/text/age-statements.ts'
import { normalizeText } from '#server/domains/abuse/text/normalize-text.ts'
import { createWordFilter, type WordFilterSettings } from '#server/domains/abuse/text/word-filter.ts'
import { cpuTimeOf } from '../../kit/cpu-time.ts'
import { filterFigures, filterTable } from '../../kit/filter-figures.ts'
import { readSamples } from '../../kit/filter-samples.ts'

const figures = filterFigures()
const cases = figures.map((one) => [one.language, one] as const)

function filterOf(termChanges: WordFilterSettings['termChanges']) {
  const judge = createWordFilter({ heldWords: [], allowedWords: [], termChanges })
  return (text: string) => judge(normalizeText(text))
}
const find = filterOf({})

describe('the filters on samples of a language', () => {
  it.each(cases)('hold at most 0.5 % of the ordinary sentences: %s', (_, { ordinary }) => {
    expect(ordinary.count).toBeGreaterThanOrEqual(400)
    expect(ordinary.held.length / ordinary.count, ordinary.held.join('\n')).toBeLessThanOrEqual(0.005)
  })

  it.each(cases)('find an age in at most 0.5 % of the ordinary sentences: %s', (_, { ordinary }) => {
    expect(ordinary.ages.length / ordinary.count, ordinary.ages.join('\n')).toBeLessThanOrEqual(0.005)
  })

  it.each(cases)('hold at least 95 % of the messages to hold: %s', (_, { held }) => {
    expect(held.count).toBeGreaterThanOrEqual(25)
    expect(held.missed.length / held.count, held.missed.join('\n')).toBeLessThanOrEqual(0.05)
  })

  it.each(cases)('find at least 95 % of the ages under 18: %s', (_, { ages }) => {
    expect(ages.count).toBeGreaterThanOrEqual(25)
    expect(ages.missed.length / ages.count, ages.missed.join('\n')).toBeLessThanOrEqual(0.05)
  })

  it.each(cases)('see no sentence twice: %s', (language) => {
    const sentences = readSamples(language, 'ordinary')
    expect(sentences.length - new Set(sentences).size).toBe(0)
  })

  it('give the figures that docs/DEFENCES.md shows', () => {
    const text = readFileSync(resolve(import.meta.dirname, '../../../docs/DEFENCES.md'), 'utf8')
    expect(text).toContain(filterTable(figures))
  })
})

describe('the operator’s terms of a language', () => {
  it('match with any accent, case, repetition and disguise', () => {
    const own = filterOf({ es: { add: ['piña colada', 'limón*'], remove: [] } })
    for (const text of ['Una PINA colada', 'piñaaa colada', 'p1ña colada', 'l i m o n', 'limoncillos'])
      expect(own(text), text).toBe('operator')
    expect(own('una piña')).toBeNull()
    expect(find('piña colada')).toBeNull()
  })

  it('match in scripts without spaces, and in those with joined words', () => {
    const own = filterOf({
      'zh-Hans': { add: ['菠萝'], remove: [] },
      ar: { add: ['أناناس'], remove: [] },
      ru: { add: ['ёлка'], remove: [] },
    })
    for (const text of ['我要菠萝饭', 'والاناناس', 'ٱناناس', 'наша елка', 'е л к а'])
      expect(own(text), text).toBe('operator')
    expect(own('елками')).toBeNull()
  })

  it('can be removed from one language', () => {
    const own = filterOf({
      es: { add: [], remove: ['manda nudes'] },
      'pt-BR': { add: [], remove: ['manda nudes'] },
    })
    expect(find('manda nudes')).toBe('solicitation')
    expect(own('manda nudes')).toBeNull()
    expect(own('quiero ver tus tetas'), 'the other terms stay').toBe('solicitation')
  })

  it('remove English terms as well', () => {
    const own = filterOf({ en: { add: ['pineapple'], remove: ['send nudes'] } })
    expect(own('PINEAPPLE pizza')).toBe('operator')
    expect(own('send nudes')).toBeNull()
    expect(own('are you horny')).toBe('solicitation')
  })
})

describe('a text of another alphabet', () => {
  it('passes although its letters look like those of a Latin word', () => {
    const sentences = [...readSamples('ru', 'ordinary'), 'Σήμερα πήγα βόλτα στη θάλασσα', 'рита и кот у реки']
    expect(sentences.filter((text) => find(text) !== null)).toEqual([])
  })

  it('cannot disguise single letters within a Latin word', () => {
    expect(find('m\u0430nda nud\u0435s')).toBe('solicitation')
  })
})

describe('a hostile text in another language', () => {
  it.each([
    ['beginnings of a request', 'manda una foto de '.repeat(220)],
    ['beginnings of an age', 'tengo solo ya casi '.repeat(210)],
    ['ages', '15 anos '.repeat(500)],
    ['single letters', 'm a r i '.repeat(500)],
    ['repeated letters', 'ш'.repeat(4000)],
    ['beginnings in Russian', 'скинь мне свои фото '.repeat(200)],
    ['ages in Russian', 'мне только уже еще '.repeat(210)],
    ['beginnings in Arabic', 'ارسلي لي صور '.repeat(300)],
    ['beginnings in Hindi', 'नंगी फोटो मुझे '.repeat(260)],
    ['single letters in Hindi', 'क ख '.repeat(1000)],
    ['Chinese letters apart', '约 '.repeat(2000)],
    ['beginnings in Chinese', '我想要来找人一起'.repeat(500)],
    ['ages in Chinese', '我今年现在才刚还是'.repeat(440)],
    ['beginnings in Japanese', '裸の写真とかを'.repeat(570)],
    ['beginnings in Turkish', 'çıplak foto bana '.repeat(230)],
    ['letters of two alphabets', 'aо'.repeat(2000)],
    ['digits in a word', 'a1'.repeat(2000)],
  ])('takes little time to check: %s', (_, text) => {
    const normalized = normalizeText(text)
    expect(cpuTimeOf(() => find(text))).toBeLessThan(500)
    expect(cpuTimeOf(() => underageStatement(normalized))).toBeLessThan(500)
  })
})
