import type { Platform } from '#server/platform/open-platform.ts'
import type { Transaction } from '#server/platform/postgres/index.ts'

/** Stores what identifies a banned member who registers again. Runs in the transaction of the ban or of its reversal. */
export interface BanSignalStore {
  store(userId: string, transaction: Transaction): Promise<void>
  delete(userId: string, transaction: Transaction): Promise<void>
}

/** What decisions share. */
export interface DecisionContext extends Pick<Platform, 'database' | 'clock' | 'events'> {
  signals: BanSignalStore
  /** How long an automatic pause lasts when no moderator decides. */
  autoPauseHours: number
}

/** What the steps within a decision's transaction share. */
export interface DecisionTransaction {
  transaction: Transaction
  signals: BanSignalStore
  now: Date
}

/** Runs a decision in one transaction, with one time for everything it stores. */
export const inTransaction = <Result>(
  { database, clock, signals }: DecisionContext,
  work: (context: DecisionTransaction) => Promise<Result>,
): Promise<Result> =>
  database.prisma.$transaction((transaction) => work({ transaction, signals, now: new Date(clock.now()) }), {
    maxWait: 10_000,
    timeout: 15_000,
  })
