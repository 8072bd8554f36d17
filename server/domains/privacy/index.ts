import { RETENTION } from '#schema/privacy.ts'
import type { EventBus } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import type { MailboxSignals } from './erasure.ts'
import { createExportJob } from './export-job.ts'
import { createExports, type DataExport, type ExportFile } from './exports.ts'
import { createRetention } from './retention.ts'

export type { DataExport } from './exports.ts'
export { type ColumnRule, KEPT_RULES, type KeptRule, PERSONAL_DATA } from './personal-data/index.ts'

export interface PrivacyDeps {
  database: Pick<Database, 'pool' | 'prisma'>
  clock: Clock
  events: EventBus
  limits: RateLimits
  signals: MailboxSignals
  /** Tells a member, in the list of what they were told, that something happened. */
  notify(
    userId: string,
    notification: { kind: 'export_ready'; heading: string; body: string; path: string },
  ): Promise<void>
  onError(error: unknown): void
}

export interface Privacy {
  /** Made in the background, on any node. @throws ApiError CONFLICT while one is under way, and within a day of the last */
  requestExport(userId: string): Promise<DataExport>
  /** The latest first. */
  exports(userId: string): Promise<DataExport[]>
  /** @throws ApiError NOT_FOUND for one of somebody else, one that is not ready, and one that has expired */
  download(userId: string, id: string): Promise<ExportFile>
  /** Makes the exports that wait, also those that a dead node left behind. */
  makeExports(): Promise<void>
  /** Erases and removes all that is due. Idempotent; one node at a time. */
  sweep(): Promise<void>
  start(): void
  [Symbol.asyncDispose](): Promise<void>
}

export function createPrivacy({ notify, ...deps }: PrivacyDeps): Privacy {
  const exports = createExports(deps)
  const retention = createRetention(deps)
  const job = createExportJob({
    ...deps,
    onReady: (userId) =>
      notify(userId, {
        kind: 'export_ready',
        heading: 'Your data are ready',
        body: `Everything we store about you, to download within ${RETENTION.exportDays} days.`,
        path: '/privacy-centre',
      }),
  })
  return {
    async requestExport(userId) {
      const requested = await exports.request(userId)
      void job.run()
      return requested
    },
    exports: exports.list,
    download: exports.download,
    makeExports: job.run,
    sweep: retention.sweep,
    start() {
      job.start()
      retention.start()
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([job.stop(), retention.stop()])
    },
  }
}
