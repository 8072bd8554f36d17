import type { ContenderName } from '../contenders/contender.ts'
import type { Stores } from '../contenders/stores.ts'
import { interleave, type Results } from '../interleave.ts'
import { type FiguresByLevel, measureContender } from './measure-contender.ts'

const PAIRS = 200

interface MessageOptions {
  servers: readonly ContenderName[]
  runs: number
  /** Numbers of messages in flight. */
  levels: readonly number[]
  /** How long each level is measured. */
  seconds: number
}

/** Measures the messages of each server at each number in flight. The servers take turns. */
export const measureMessages = (
  stores: Stores,
  { servers, runs, levels, seconds }: MessageOptions,
): Promise<Results<FiguresByLevel>> =>
  interleave({
    stores,
    servers,
    runs,
    pairs: PAIRS,
    measure: (contender) => measureContender(contender, stores, { levels, seconds }),
  })
