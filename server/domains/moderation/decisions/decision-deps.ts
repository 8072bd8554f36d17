import type { EventBus } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/postgres/index.ts'

/** Stores what identifies a banned member who registers again. Runs in the transaction of the ban or of its reversal. */
export interface BanSignalStore {
  store(userId: string, transaction: Transaction): Promise<void>
  delete(userId: string, transaction: Transaction): Promise<void>
}

export interface DecisionDeps {
  database: Pick<Database, 'prisma' | 'pool'>
  clock: Clock
  events: EventBus
  bans: BanSignalStore
  /** How long an automatic pause lasts when no moderator decides. */
  pauseHours: number
}

/** What the steps within a decision's transaction share. */
export interface DecisionTransaction {
  transaction: Transaction
  bans: BanSignalStore
  now: Date
}

/** Runs a decision in one transaction, with one time for everything it stores. */
export const inTransaction = <Result>(
  { database, clock, bans }: DecisionDeps,
  work: (context: DecisionTransaction) => Promise<Result>,
): Promise<Result> =>
  database.prisma.$transaction((transaction) => work({ transaction, bans, now: new Date(clock.now()) }), {
    maxWait: 10_000,
    timeout: 15_000,
  })
