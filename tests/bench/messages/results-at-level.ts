import type { Results } from '../interleave.ts'
import type { FiguresByLevel, MessageFigures } from './measure-contender.ts'

/** Returns the figures of each server and run with this many messages in flight. */
export const resultsAtLevel = (results: Results<FiguresByLevel>, inFlight: number): Results<MessageFigures> =>
  new Map([...results].map(([name, runs]) => [name, runs.flatMap((levels) => levels.get(inFlight) ?? [])]))
