import { describe, expect, it } from 'vitest'
import { comparisonRows } from '../../bench/compare/comparison-rows.ts'
import type { ContenderName } from '../../bench/contenders/contender.ts'
import { incorrectServers } from '../../bench/messages/incorrect-servers.ts'
import type { FiguresByLevel, MessageFigures } from '../../bench/messages/measure-contender.ts'

const figures = (throughput: number, more: Partial<MessageFigures> = {}): MessageFigures => ({
  throughput,
  p50: 1,
  p99: 10_000 / throughput,
  cpu: 100,
  driverCpu: 100,
  commits: 1,
  isCorrect: true,
  ...more,
})

/** The results of a server with these messages a second in each run, at 8 in flight. */
const runsOf = (...throughputs: number[]): FiguresByLevel[] =>
  throughputs.map((throughput) => new Map([[8, figures(throughput)]]))

const results = new Map<ContenderName, FiguresByLevel[]>([
  ['socketio', runsOf(1_000, 2_000, 1_000)],
  ['ejabberd', runsOf(500, 500, 500)],
  ['bare', runsOf(4_000, 4_000, 4_000)],
  ['rapport', runsOf(2_000, 2_000, 3_000)],
  ['socketio-redis', runsOf(500, 500, 500)],
  ['rapport-redis', runsOf(1_000, 1_000, 1_000)],
])
const rowOf = (rows: readonly string[][], ...beginning: string[]) =>
  rows.find((row) => beginning.every((cell, column) => row[column] === cell))

describe('the comparison of servers', () => {
  it('shows the median, the least and the greatest, with ratios within each run', () => {
    const row = rowOf(comparisonRows(results, [8]), 'one node', '8', 'messages/s')
    expect(row?.slice(3)).toEqual([
      '1000 (1000–2000)',
      '500 (500–500)',
      '4000 (4000–4000)',
      '2000 (2000–3000)',
      '2.00 (1.00–3.00)',
      '4.00 (4.00–6.00)',
      '0.50 (0.50–0.75)',
    ])
  })

  it('compares two nodes with two nodes of Socket.IO, and with the others on one', () => {
    const row = rowOf(comparisonRows(results, [8]), 'two nodes on Redis', '8', 'messages/s')
    expect(row?.slice(3)).toEqual([
      '500 (500–500)',
      '500 (500–500)',
      '4000 (4000–4000)',
      '1000 (1000–1000)',
      '2.00 (2.00–2.00)',
      '2.00 (2.00–2.00)',
      '0.25 (0.25–0.25)',
    ])
  })

  it('gives a row for each figure at each number in flight', () => {
    const rows = comparisonRows(results, [8, 32])
    expect(rows.slice(0, 6).map((row) => row.slice(0, 3))).toEqual([
      ['one node', '8', 'messages/s'],
      ['one node', '8', 'p99 ms'],
      ['one node', '8', 'CPU µs/message'],
      ['one node', '32', 'messages/s'],
      ['one node', '32', 'p99 ms'],
      ['one node', '32', 'CPU µs/message'],
    ])
    expect(rows).toHaveLength(12)
  })

  it('leaves out two nodes where they were not measured, and shows a dash for a missing server', () => {
    const rows = comparisonRows(new Map([['rapport', runsOf(2_000)]]), [8])
    expect(rows).toHaveLength(3)
    expect(rows[0]).toEqual(['one node', '8', 'messages/s', '–', '–', '–', '2000', '–', '–', '–'])
  })

  it('names the servers with a run that was not correct', () => {
    const wrong = new Map([[8, figures(1_000, { isCorrect: false })]])
    expect(incorrectServers(results)).toEqual([])
    expect(incorrectServers(new Map([...results, ['bare', [...runsOf(4_000), wrong]]]))).toEqual(['bare'])
  })
})
