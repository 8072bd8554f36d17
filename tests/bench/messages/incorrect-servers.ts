import type { ContenderName } from '../contenders/contender.ts'
import type { Results } from '../interleave.ts'
import type { FiguresByLevel } from './measure-contender.ts'

/** Returns the servers that lost, doubled or did not store a message in a run. Their figures are worthless. */
export const incorrectServers = (results: Results<FiguresByLevel>): ContenderName[] =>
  [...results]
    .filter(([, runs]) => runs.some((levels) => [...levels.values()].some(({ isCorrect }) => !isCorrect)))
    .map(([name]) => name)
