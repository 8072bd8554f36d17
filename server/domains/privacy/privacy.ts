import { RETENTION } from '#schema/privacy.ts'
import { text } from '#schema/translatable.ts'
import type { Inbox } from '#server/domains/notifications/index.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { downloadExport } from './download-export.ts'
import type { MailboxSignals } from './erasure.ts'
import { createExportJob } from './export-job.ts'
import { type ExportContext, listExports, type Owner, requestExport } from './exports.ts'
import { createRetention } from './retention.ts'

interface BelowPrivacy extends Pick<ExportContext, 'accounts'> {
  inbox: Pick<Inbox, 'notify'>
  signals: MailboxSignals
}

export type Privacy = ReturnType<typeof createPrivacy>

/** Creates the exports of members' data, and the jobs that make them and that erase and delete what is due. */
export function createPrivacy(platform: Platform, { accounts, inbox, signals }: BelowPrivacy) {
  const retention = createRetention(platform, { signals })
  const job = createExportJob(platform, {
    onReady: (userId) =>
      inbox.notify(userId, {
        kind: 'export_ready',
        heading: text('Your data is ready'),
        body: text('{days, plural, other {You can download your data for the next # days.}}', {
          days: RETENTION.exportDays,
        }),
        path: '/privacy-centre',
      }),
  })
  return {
    async requestExport(owner: Owner) {
      const requested = await requestExport({ ...platform, accounts }, owner)
      void job.run()
      return requested
    },
    exports: (userId: string) => listExports(platform, userId),
    download: (owner: Owner, id: string) => downloadExport({ ...platform, accounts }, owner, id),
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
