import type { KeptUpdate, ListKept } from '#schema/kept.ts'
import { createRepeatingJob } from '#server/platform/background/repeating-job.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { announceUntold } from './announce-untold.ts'
import { type Asking, askToKeep } from './ask-to-keep.ts'
import { endKeepingBetween } from './end-keeping.ts'
import { type BelowKeeping, createKeepingContext, type KeepingSettings } from './keeping-context.ts'
import { letGo } from './let-go.ts'
import { listKept } from './read-kept.ts'
import { settleWishes } from './settle-wishes.ts'
import { takeBackKeep } from './take-back-keep.ts'
import { updateKept } from './update-kept.ts'

/** How often wishes that are due are looked for, in milliseconds. */
const SETTLE_EVERY = 5_000
/** How often pairs that were not told are looked for, in milliseconds. */
const TELL_EVERY = 60_000

export type Keeping = ReturnType<typeof createKeeping>

/** Creates what lets two members keep in touch once both asked to. `start` begins the work in the background. */
export function createKeeping(platform: Platform, below: BelowKeeping, settings: KeepingSettings = {}) {
  const context = createKeepingContext(platform, below, settings)
  const settling = createRepeatingJob(platform, {
    name: 'keep_wishes',
    every: SETTLE_EVERY,
    run: () => settleWishes(context),
  })
  const telling = createRepeatingJob(platform, {
    name: 'kept_notices',
    every: TELL_EVERY,
    run: () => announceUntold(context),
  })
  return {
    ask: (member: Asking, conversationId: string) => askToKeep(context, member, conversationId),
    takeBack: (userId: string, conversationId: string) => takeBackKeep(context, userId, conversationId),
    list: (userId: string, page: ListKept) => listKept(context, userId, page),
    update: (userId: string, partnerId: string, change: KeptUpdate) =>
      updateKept(context, userId, partnerId, change),
    letGo: (userId: string, partnerId: string) => letGo(context, userId, partnerId),
    /** Ends keeping and deletes the wishes of both, after a block. */
    endBetween: (blockerId: string, blockedId: string) => endKeepingBetween(context, blockerId, blockedId),
    /** Compares the wishes that are due. Failures are reported; it never rejects. */
    settle: settling.run,
    /** Tells members who were not told that they keep in touch. Failures are reported; it never rejects. */
    tell: telling.run,
    start() {
      settling.start()
      telling.start()
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([settling.stop(), telling.stop()])
    },
  }
}
