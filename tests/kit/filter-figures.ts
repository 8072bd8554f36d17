import { FILTER_LANGUAGES } from '#schema/filter-languages.ts'
import { underageStatement } from '#server/domains/abuse/text/age-statements.ts'
import { normalizeText } from '#server/domains/abuse/text/normalize-text.ts'
import { isUrgentText } from '#server/domains/abuse/text/urgent-text.ts'
import { createWordFilter } from '#server/domains/abuse/text/word-filter.ts'
import { readSamples } from './filter-samples.ts'

const findRule = createWordFilter({ heldWords: [], allowedWords: [], termChanges: {} })
const isHeld = (text: string) => findRule(normalizeText(text)) !== null
const statesAge = (text: string) => underageStatement(normalizeText(text)) !== null

/** Returns how the filters judge the samples of every language. */
export const filterFigures = () =>
  FILTER_LANGUAGES.map((language) => {
    const ordinary = readSamples(language, 'ordinary')
    const ages = readSamples(language, 'ages')
    const held = readSamples(language, 'held')
    return {
      language,
      ordinary: { count: ordinary.length, held: ordinary.filter(isHeld), ages: ordinary.filter(statesAge) },
      ages: { count: ages.length, missed: ages.filter((text) => !statesAge(text)) },
      held: { count: held.length, missed: held.filter((text) => !isHeld(text)) },
    }
  })

const share = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)} %`

/** Returns the table of docs/DEFENCES.md. */
export const filterTable = (figures: ReturnType<typeof filterFigures>): string =>
  [
    '| language | ordinary sentences | held by mistake | age by mistake | held messages found | ages found |',
    '| --- | --- | --- | --- | --- | --- |',
    ...figures.map(({ language, ordinary, ages, held }) => {
      const cells = [
        language,
        ordinary.count,
        share(ordinary.held.length, ordinary.count),
        share(ordinary.ages.length, ordinary.count),
        `${held.count - held.missed.length} of ${held.count}`,
        `${ages.count - ages.missed.length} of ${ages.count}`,
      ]
      return `| ${cells.join(' | ')} |`
    }),
  ].join('\n')

/** Returns how the urgent words judge the sample reports of every language. */
export const urgencyFigures = () =>
  FILTER_LANGUAGES.map((language) => {
    const urgent = readSamples(language, 'urgent')
    const reports = readSamples(language, 'reports')
    return {
      language,
      urgent: { count: urgent.length, missed: urgent.filter((text) => !isUrgentText(text)) },
      reports: { count: reports.length, raised: reports.filter(isUrgentText) },
    }
  })

/** Returns the table of docs/MODERATION.md. */
export const urgencyTable = (figures: ReturnType<typeof urgencyFigures>): string =>
  [
    '| language | urgent reports found | other reports raised by mistake |',
    '| --- | --- | --- |',
    ...figures.map(
      ({ language, urgent, reports }) =>
        `| ${language} | ${urgent.count - urgent.missed.length} of ${urgent.count} | ${reports.raised.length} of ${reports.count} |`,
    ),
  ].join('\n')
