import { RETENTION } from '#schema/privacy.ts'
import { type Text, text } from '#schema/translatable.ts'
import type { EventBus } from '#server/events.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { Texts } from '#server/platform/texts/texts.ts'
import type { Tombstones } from '#server/platform/tombstones/index.ts'
import type { ExportFile } from './download-export.ts'
import type { MailboxSignals } from './erasure.ts'
import { createExportJob } from './export-job.ts'
import { createExports, type DataExport } from './exports.ts'
import type { ExportsDeps, Owner } from './exports-deps.ts'
import { createRetention } from './retention.ts'

export type { DataExport } from './exports.ts'
export { type ColumnRule, KEPT_RULES, type KeptRule, PERSONAL_DATA } from './personal-data/index.ts'
export { type RepeatedErasures, repeatErasures } from './repeat-erasures.ts'

export interface PrivacyDeps extends ExportsDeps {
  events: EventBus
  signals: MailboxSignals
  tombstones: Tombstones
  texts: Texts
  /** Adds a notification to the member's list. */
  notify(
    userId: string,
    notification: { kind: 'export_ready'; heading: Text; body: Text; path: string },
  ): Promise<void>
  onError(error: unknown): void
  metrics?: Metrics | undefined
}

export interface Privacy {
  /**
   * Queues an export, which any node makes in the background.
   * @throws ApiError as ConfirmOwner; CONFLICT while an export is in progress, and within a day of the last one
   */
  requestExport(owner: Owner): Promise<DataExport>
  /** Returns the member's exports, the latest first. */
  exports(userId: string): Promise<DataExport[]>
  /**
   * Opens a ready export of the member. @throws ApiError as ConfirmOwner; NOT_FOUND for any other export, and for an
   * expired one
   */
  download(owner: Owner, id: string): Promise<ExportFile>
  /** Makes the queued exports, including those that a dead node left behind. */
  makeExports(): Promise<void>
  /** Erases and deletes what is due. Idempotent; runs on one node at a time. */
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
        heading: text('Your data is ready'),
        body: text('{days, plural, other {You can download your data for the next # days.}}', {
          days: RETENTION.exportDays,
        }),
        path: '/privacy-centre',
      }),
  })
  return {
    async requestExport(owner) {
      const requested = await exports.request(owner)
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
