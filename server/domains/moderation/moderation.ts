import type { DefenceConfig } from '#server/platform/config/defence-settings.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { createBlocks } from './blocks.ts'
import type { BanSignalStore } from './decisions/decision-transaction.ts'
import { createDecisions } from './decisions/decisions.ts'
import { createEnforcement } from './decisions/enforcement.ts'
import { createAutomaticReports } from './reports/automatic-reports.ts'
import { listOwnReports } from './reports/list-own-reports.ts'
import { type MemberReport, reportMember } from './reports/report-member.ts'

interface AroundModeration {
  signals: BanSignalStore
  /** Returns whether the text of a report names something that a moderator should read first. */
  isUrgentText(text: string): boolean
}

export type Moderation = ReturnType<typeof createModeration>

/** Creates blocks and reports by members, and what the team decides. `createModerationQueues` creates the console's queues. */
export function createModeration(
  platform: Platform,
  { signals, isUrgentText }: AroundModeration,
  { autoPauseHours, autoPauseReports }: Pick<DefenceConfig, 'autoPauseHours' | 'autoPauseReports'>,
) {
  const decisions = createDecisions({ ...platform, signals, autoPauseHours })
  const reporting = {
    ...platform,
    isUrgentText,
    automaticReports: createAutomaticReports(platform),
    autoPause: { reporters: autoPauseReports, pause: decisions.pause },
  }
  return {
    ...createBlocks(platform),
    report: (report: MemberReport) => reportMember(reporting, report),
    myReports: (userId: string) => listOwnReports(platform.database.pool, userId),
    decisions,
    enforcement: createEnforcement(platform),
  }
}
