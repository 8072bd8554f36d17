import type { Database } from '#server/platform/postgres/index.ts'
import { recordAction } from './record-action.ts'

/**
 * Adds a command of the operator to the audit log, before the command runs. `command` is the command with its options,
 * without addresses.
 */
export async function recordCommand(
  { prisma }: Pick<Database, 'prisma'>,
  { command, subjectId }: { command: string; subjectId: string | null },
): Promise<void> {
  await recordAction(prisma, {
    kind: 'OPERATOR',
    actorId: null,
    subjectId,
    reason: `Command line: ${command}`,
    at: new Date(),
  })
}
