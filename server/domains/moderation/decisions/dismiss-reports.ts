import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Database } from '#server/platform/postgres/index.ts'

export interface RefusedDismissal {
  id: string
  code: string
  message: string
}

export interface Dismissals {
  /** The ids of the reports that are dismissed now. */
  dismissed: string[]
  refused: RefusedDismissal[]
}

const MUST_BE_READ = text('This report concerns a member under 18. Open it and decide it on its own.')

/**
 * Dismisses several reports, each in a transaction of its own: a refused dismissal does not stop the others. Reports
 * about minors are refused, because each must be read before it is dismissed.
 */
export async function dismissReports(
  { prisma }: Pick<Database, 'prisma'>,
  reportIds: readonly string[],
  dismiss: (reportId: string) => Promise<void>,
): Promise<Dismissals> {
  const minors = await prisma.report.findMany({
    where: { id: { in: [...reportIds] }, kind: 'MINOR', status: 'OPEN' },
    select: { id: true },
  })
  const mustBeRead = new Set(minors.map(({ id }) => id))
  const dismissed: string[] = []
  const refused: RefusedDismissal[] = []
  for (const id of reportIds) {
    try {
      if (mustBeRead.has(id)) throw new ApiError('FORBIDDEN', MUST_BE_READ)
      await dismiss(id)
      dismissed.push(id)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refused.push({ id, code: error.code, message: error.message })
    }
  }
  return { dismissed, refused }
}
