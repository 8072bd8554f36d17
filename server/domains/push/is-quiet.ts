import { readPreferences } from './preferences.ts'
import type { PushContext } from './push-context.ts'
import { quietFor } from './quiet-hours.ts'

/** Returns whether the member has quiet hours now. */
export async function isQuiet(
  { prisma, clock }: Pick<PushContext, 'prisma' | 'clock'>,
  userId: string,
): Promise<boolean> {
  const { quietHours } = await readPreferences({ prisma }, userId)
  return quietHours !== null && quietFor(quietHours, clock.now()) > 0
}
