import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { computeBlocks, fillBlocks } from '../../bench/simulate/computed-blocks.ts'
import { drawLineChart } from '../../bench/simulate/line-chart.ts'
import { NODE } from '../../bench/simulate/parameters.ts'
import { resultsModel } from '../../bench/simulate/results.ts'
import { simulateDelivery } from '../../bench/simulate/simulate-delivery.ts'
import { drawCharts } from '../../bench/simulate/simulation-charts.ts'

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../../../docs', path), 'utf8')
const results = resultsModel.parse(JSON.parse(read('scaling/simulation.json')))

describe('docs/SCALING.md', () => {
  it('contains the tables that the parameters and the last simulation give', () => {
    const document = read('SCALING.md')
    expect(document).toBe(fillBlocks(document, computeBlocks(results)))
  })

  it('shows the figures of the last simulation', () => {
    for (const [name, svg] of Object.entries(drawCharts(results, NODE.heartbeatSlots.value))) {
      expect(read('SCALING.md')).toContain(`(scaling/${name})`)
      expect(read(`scaling/${name}`)).toBe(svg)
    }
  })

  it('contains delivery times that the present parameters still give', () => {
    const smallest = results.delivery.filter(({ online }) => online === 10_000).at(-1)
    if (!smallest) throw new Error('there is no run with 10,000 members online')
    const { p50, p99 } = simulateDelivery({ ...smallest, seconds: 10, seed: results.seed })
    expect(p50).toBeCloseTo(smallest.p50 ?? Number.NaN, 3)
    expect(p99).toBeCloseTo(smallest.p99 ?? Number.NaN, 3)
  })
})

describe('the computed blocks of a document', () => {
  it('replace what stands between their marks', () => {
    const text = 'a\n<!-- computed: one -->\nold\n<!-- end -->\nb'
    expect(fillBlocks(text, { one: 'new' })).toBe('a\n<!-- computed: one -->\nnew\n<!-- end -->\nb')
  })

  it('must all be there', () => {
    expect(() => fillBlocks('text', { one: 'new' })).toThrow('no block one')
  })
})

describe('a line chart', () => {
  const series = [
    { name: 'first <line>', points: [[1, 10] as const, [100, 1_000] as const] },
    { name: 'second', points: [[1, 20] as const, [100, 1_010] as const] },
  ]
  const svg = drawLineChart({ title: 'A & B', x: 'nodes', y: 'milliseconds', series })

  it('labels its axes and lines, and escapes the texts', () => {
    for (const label of [
      'A &#38; B',
      '>nodes<',
      '>milliseconds<',
      'first &#60;line&#62;',
      '>second<',
      '>1,000<',
    ])
      expect(svg).toContain(label)
  })

  it('draws greater values further to the right and further up', () => {
    const [, x1, y1, x2, y2] = /d="M([\d.]+),([\d.]+)L([\d.]+),([\d.]+)"/.exec(svg)?.map(Number) ?? []
    expect(x2).toBeGreaterThan(x1 ?? Number.NaN)
    expect(y2).toBeLessThan(y1 ?? Number.NaN)
  })

  it('keeps labels apart whose lines end at the same height', () => {
    const heights = [...svg.matchAll(/y="([\d.]+)" style/g)].map(([, height]) => Number(height))
    expect(Math.abs((heights[0] ?? 0) - (heights[1] ?? 0))).toBeGreaterThanOrEqual(16)
  })
})
