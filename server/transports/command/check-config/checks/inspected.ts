import { type AddressFacts, inspectAddress } from '#server/platform/postgres/index.ts'
import { type DatabaseSetting, databaseProblem } from '#server/platform/stores/database-problem.ts'

/** Returns where the address of a setting leads, or why it cannot be used. */
export async function inspected(url: string, setting: DatabaseSetting): Promise<AddressFacts | string> {
  try {
    return await inspectAddress(url)
  } catch (error) {
    const problem = databaseProblem(error, url, setting)
    if (!problem) throw error
    return problem.sentence
  }
}

/** Returns whether both addresses lead to the same database of the same server, or of a server and its standby. */
export const isSameDatabase = (one: AddressFacts, other: AddressFacts): boolean =>
  one.database === other.database &&
  (one.cluster === null || other.cluster === null || one.cluster === other.cluster)
