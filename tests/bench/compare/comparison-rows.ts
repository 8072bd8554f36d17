import { TOPOLOGIES } from '../contenders/contender.ts'
import { spread } from '../figures.ts'
import type { Results } from '../interleave.ts'
import type { FiguresByLevel, MessageFigures } from '../messages/measure-contender.ts'
import { resultsAtLevel } from '../messages/results-at-level.ts'
import { ratioTo } from '../ratios.ts'

const ONE_NODE_ONLY = ['ejabberd', 'bare'] as const

const FIGURES: readonly (readonly [name: string, figureOf: (figures: MessageFigures) => number])[] = [
  ['messages/s', ({ throughput }) => throughput],
  ['p99 ms', ({ p99 }) => p99],
  ['CPU µs/message', ({ cpu }) => cpu],
]

/**
 * Returns the rows of the comparison: for each topology in which Rapport was measured and each number in flight, the
 * figures of the servers and the ratios of Rapport. Ratios to Socket.IO are within the topology.
 */
export const comparisonRows = (results: Results<FiguresByLevel>, levels: readonly number[]): string[][] =>
  TOPOLOGIES.filter(({ rapport }) => results.has(rapport)).flatMap(({ title, socketio, rapport }) =>
    levels.flatMap((inFlight) => {
      const atLevel = resultsAtLevel(results, inFlight)
      return FIGURES.map(([figure, figureOf]) => [
        title,
        String(inFlight),
        figure,
        ...[socketio, ...ONE_NODE_ONLY, rapport].map((name) =>
          spread((atLevel.get(name) ?? []).map(figureOf)),
        ),
        ...[socketio, ...ONE_NODE_ONLY].map((other) => ratioTo(atLevel, [rapport, other], figureOf)),
      ])
    }),
  )
