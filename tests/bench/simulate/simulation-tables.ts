import { markdownTable } from '../figures.ts'
import { readable } from './capacity-tables.ts'
import type { DeliveryFigures, Results } from './results.ts'

const percent = (share: number) => `${readable(Number((share * 100).toFixed(1)))} %`
const seconds = (value: number) => `${Number(value.toFixed(2))} s`
const whole = (value: number) => value.toLocaleString('en-US')

/** Returns the table of waiting times and quality, one column for each size. */
export function matchingTable({ matching }: Results): string {
  type Column = Results['matching'][number]
  const rows: [string, (column: Column) => string][] = [
    ['virtual time', (column) => `${readable(column.seconds)} s`],
    ['searches', ({ figures }) => whole(figures.searches)],
    ['matches a second', ({ figures }) => readable(figures.matchesASecond)],
    ['waiting members', ({ figures }) => readable(figures.crowd)],
    ['wait p50', ({ figures }) => seconds(figures.wait.p50)],
    ['wait p95', ({ figures }) => seconds(figures.wait.p95)],
    ['wait p99', ({ figures }) => seconds(figures.wait.p99)],
    ['matched within 10 s', ({ figures }) => percent(figures.matchedWithin[10])],
    ['matched within 30 s', ({ figures }) => percent(figures.matchedWithin[30])],
    ['matched within 60 s', ({ figures }) => percent(figures.matchedWithin[60])],
    ...(matching[0]?.figures.stages ?? []).map(({ name }, index): [string, (column: Column) => string] => [
      `pairs of stage “${name}”`,
      ({ figures }) => percent(figures.stages[index]?.share ?? 0),
    ]),
    ['shared interests of a pair', ({ figures }) => readable(figures.sharedInterests)],
    ['pairs with a common language', ({ figures }) => percent(figures.commonLanguage)],
    ['share of the optimum', ({ figures }) => percent(figures.shareOfOptimum)],
    ['processor time of a decision', ({ figures }) => `${readable(figures.cpuADecision)} µs`],
  ]
  return markdownTable(
    ['members online', ...matching.map(({ online }) => whole(online))],
    rows.map(([what, cellOf]) => [what, ...matching.map(cellOf)]),
  )
}

/** Returns the table of small crowds, one row for each run. */
export const smallCrowdTable = ({ smallCrowds }: Results): string =>
  markdownTable(
    [
      'searches a day',
      'help',
      'ages chosen',
      'searches',
      'matched',
      'ten messages',
      'wait p50',
      'shared interests',
      'common language',
      'share of the optimum',
    ],
    smallCrowds.map((run) => [
      whole(run.searchesADay),
      run.help,
      run.haveAgeWishes ? 'by a third' : 'by none',
      whole(run.searches),
      percent(run.matched),
      percent(run.tenMessages),
      seconds(run.waitP50),
      readable(run.sharedInterests),
      percent(run.commonLanguage),
      run.shareOfOptimum === null ? '–' : percent(run.shareOfOptimum),
    ]),
  )

const time = (value: number | null) => (value === null ? 'overloaded' : `${readable(value)} ms`)

const cellsOf = ({ online, nodes, shards, slots, p50, p99, load, messagesABatch }: DeliveryFigures) => [
  whole(online),
  whole(nodes),
  whole(shards),
  whole(slots),
  time(p50),
  time(p99),
  ...[load.node, load.postgres, load.redis].map(percent),
  messagesABatch === null ? '–' : readable(messagesABatch),
]

/** Returns the table of delivery times and loads, one row for each run. */
export const deliveryTable = ({ delivery }: Results): string =>
  markdownTable(
    ['online', 'nodes', 'shards', 'slots', 'p50', 'p99', 'node', 'PostgreSQL', 'Redis', 'batch'],
    delivery.map(cellsOf),
  )
