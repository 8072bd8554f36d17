import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isUrgentText } from '#server/domains/abuse/index.ts'
import { cpuTimeOf } from '../../kit/cpu-time.ts'
import { urgencyFigures, urgencyTable } from '../../kit/filter-figures.ts'

const figures = urgencyFigures()
const cases = figures.map((one) => [one.language, one] as const)

describe('isUrgentText', () => {
  // covers: beyond-urgent-reports-first
  it.each(cases)('finds at least 95 percent of the urgent reports: %s', (_, { urgent }) => {
    expect(urgent.count).toBeGreaterThanOrEqual(30)
    expect(urgent.missed.length / urgent.count, urgent.missed.join('\n')).toBeLessThanOrEqual(0.05)
  })

  it.each(cases)('raises at most 5 percent of the other reports: %s', (_, { reports }) => {
    expect(reports.count).toBeGreaterThanOrEqual(35)
    expect(reports.raised.length / reports.count, reports.raised.join('\n')).toBeLessThanOrEqual(0.05)
  })

  it('reaches the figures that docs/MODERATION.md shows', () => {
    const text = readFileSync(resolve(import.meta.dirname, '../../../docs/MODERATION.md'), 'utf8')
    expect(text).toContain(urgencyTable(figures))
  })

  it('finds an urgent sentence after harmless lines, in any spelling of its letters', () => {
    for (const text of [
      'He was nice.\nThen he THREATENED me',
      'Er hat mich BEDROHT',
      'er will mich tooooten',
      'ＳＵＩＣＩＤＥ',
    ])
      expect(isUrgentText(text), text).toBe(true)
  })

  it.each([
    ['words without an end', 'a'.repeat(2000)],
    ['beginnings of terms', 'my private naked '.repeat(120)],
    ['numbers', 'is only 15 '.repeat(180)],
    ['Arabic letters', 'يهدد'.repeat(500)],
    ['Chinese letters', '我的照片'.repeat(500)],
    ['Cyrillic letters', 'мои голые '.repeat(200)],
  ])('reads a hostile text of %s quickly', (_, text) => {
    expect(cpuTimeOf(() => isUrgentText(text))).toBeLessThan(500)
  })
})
