import { FILTER_LANGUAGES, type FilterLanguage } from '#schema/filter-languages.ts'
import { underageStatement } from '#server/domains/abuse/text/age-statements.ts'
import { findContactDetails } from '#server/domains/abuse/text/contact-details.ts'
import { normalizeText } from '#server/domains/abuse/text/normalize-text.ts'
import { createWordFilter } from '#server/domains/abuse/text/word-filter.ts'
import { readSamples } from '../kit/filter-samples.ts'
import { markdownTable, median, say, short } from './figures.ts'

// What the filters cost for a message, by language: the ordinary sentences of the tests, a million messages in all.
const MESSAGES = 1_000_000
const ROUNDS = 5

const findRule = createWordFilter({ heldWords: [], allowedWords: [], termChanges: {} })

/** The work of a message before it is sent, and after its commit. */
const PATHS = {
  'before sending': (message: string) => {
    const text = normalizeText(message)
    return findRule(text) ?? findContactDetails(text)
  },
  'after the commit': (message: string) => underageStatement(normalizeText(message)),
}

/** Returns the median of microseconds for one message. */
function costOf(messages: readonly string[], check: (message: string) => unknown): number {
  const count = Math.ceil(MESSAGES / FILTER_LANGUAGES.length / ROUNDS / messages.length)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = process.threadCpuUsage()
    for (let time = 0; time < count; time += 1) for (const message of messages) check(message)
    const { user, system } = process.threadCpuUsage(start)
    times.push((user + system) / (count * messages.length))
  }
  return median(times)
}

const rows = FILTER_LANGUAGES.map((language: FilterLanguage) => {
  const messages = readSamples(language, 'ordinary')
  return [language, ...Object.values(PATHS).map((check) => short(costOf(messages, check)))]
})
say(markdownTable(['language', ...Object.keys(PATHS).map((path) => `µs ${path}`)], rows))
