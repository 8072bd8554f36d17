import type { Chat } from '#server/domains/chat/index.ts'
import type { Platform } from '#server/platform/open-platform.ts'

/** The domains below evenings. */
export interface BelowEvenings {
  chat: Pick<Chat, 'countEvening'>
}

/** What the operations on evenings share. */
export type EveningsContext = ReturnType<typeof createEveningsContext>

export const createEveningsContext = (
  { database, clock, limits, events }: Platform,
  { chat }: BelowEvenings,
) => ({
  pool: database.pool,
  prisma: database.prisma,
  /** For reads that change nothing. */
  reads: database.reads,
  clock,
  limits,
  events,
  chat,
})
