import type { Result } from 'ioredis'
import type { RedisCommands } from '#server/platform/redis/index.ts'
import { COME, END_RING, SET_RING, SETTLE } from './redis-ring-scripts.ts'
import {
  ARRIVE,
  BEGIN,
  CANDIDATES,
  CLAIM,
  EXPIRE,
  LEAVE,
  LEAVE_EVENING,
  LOOK_AGAIN,
  RELEASE,
  SEPARATE,
  START,
  UNDO,
} from './redis-scripts.ts'

/** A round of a search as the scripts return it. */
export type StoredRound = [
  waiting: number,
  byInterest: (string | null)[],
  more: string,
  outdated: string[],
  found: string[],
  metLately: string,
]

export type StoredArrival =
  | [settled: string]
  | [settled: '', since: string, id: '']
  | [settled: '', since: string, id: string, ringUntil: string, ...round: StoredRound]

type Step<Answer> = (prefix: string, ...args: (string | number)[]) => Answer

declare module 'ioredis' {
  interface RedisCommander<Context> {
    ticketBegin: Step<Result<[string, string], Context>>
    ticketArrive: Step<Result<StoredArrival, Context>>
    ticketStart: Step<Result<number, Context>>
    ticketRelease: Step<Result<number, Context>>
    ticketLeave: Step<Result<[settled: string, wentOn: number], Context>>
    ticketLeaveEvening: Step<Result<number, Context>>
    ticketExpire: Step<Result<number, Context>>
    ticketCandidates: Step<Result<StoredRound, Context>>
    ticketClaim: Step<Result<number, Context>>
    ticketUndo: Step<Result<number, Context>>
    ticketSeparate: Step<Result<number, Context>>
    ticketLookAgain: Step<Result<string | null, Context>>
    ticketSetRing: Step<Result<'done' | 'ringing' | 'missed' | 'none', Context>>
    ticketCome: Step<Result<[] | [otherCame: string, since: string, ringUntil: string], Context>>
    ticketSettle: Step<Result<string[], Context>>
    ticketEndRing: Step<Result<number, Context>>
  }
}

const SCRIPTS = {
  ticketBegin: BEGIN,
  ticketArrive: ARRIVE,
  ticketStart: START,
  ticketRelease: RELEASE,
  ticketLeave: LEAVE,
  ticketLeaveEvening: LEAVE_EVENING,
  ticketExpire: EXPIRE,
  ticketCandidates: CANDIDATES,
  ticketClaim: CLAIM,
  ticketUndo: UNDO,
  ticketSeparate: SEPARATE,
  ticketLookAgain: LOOK_AGAIN,
  ticketSetRing: SET_RING,
  ticketCome: COME,
  ticketSettle: SETTLE,
  ticketEndRing: END_RING,
}

/** Adds the atomic steps of the ticket store to a connection. */
export function defineTicketCommands(redis: RedisCommands): void {
  for (const [name, lua] of Object.entries(SCRIPTS)) redis.defineCommand(name, { numberOfKeys: 1, lua })
}
