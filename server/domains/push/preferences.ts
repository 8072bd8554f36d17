import { PUSH_KINDS, type PushPreferences } from '#schema/push.ts'
import type { PushContext } from './push-context.ts'

const DEFAULTS: PushPreferences = { kinds: [...PUSH_KINDS], showsNames: false, quietHours: null }

/** Returns what the member wants to be told. */
export async function readPreferences(
  { prisma }: Pick<PushContext, 'prisma'>,
  userId: string,
): Promise<PushPreferences> {
  const row = await prisma.pushPreference.findUnique({ where: { userId } })
  if (!row) return DEFAULTS
  const { mutedKinds, showsNames, quietFrom: from, quietUntil: until, timeZone } = row
  return {
    kinds: PUSH_KINDS.filter((kind) => !mutedKinds.includes(kind)),
    showsNames,
    quietHours: from && until && timeZone ? { from, until, timeZone } : null,
  }
}

/** Stores what the member wants to be told. Idempotent. @throws ApiError RATE_LIMITED */
export async function savePreferences(
  { prisma, limits, events }: Pick<PushContext, 'prisma' | 'limits' | 'events'>,
  userId: string,
  { kinds, showsNames, quietHours }: PushPreferences,
): Promise<PushPreferences> {
  await limits.consume('pushByAccount', userId)
  const stored = {
    mutedKinds: PUSH_KINDS.filter((kind) => !kinds.includes(kind)),
    showsNames,
    quietFrom: quietHours?.from ?? null,
    quietUntil: quietHours?.until ?? null,
    timeZone: quietHours?.timeZone ?? null,
  }
  await prisma.pushPreference.upsert({ where: { userId }, create: { userId, ...stored }, update: stored })
  await events.emit('pushPreferencesSaved', { userId })
  return { kinds: PUSH_KINDS.filter((kind) => kinds.includes(kind)), showsNames, quietHours }
}
