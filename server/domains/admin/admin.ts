import type { AdminListQuery } from '#schema/admin.ts'
import type { Actor } from '#server/domains/moderation/index.ts'
import type { Geocoder } from '#server/domains/nearby/index.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { type CountedDomains, createFigures } from './figures.ts'
import { joinLaunchList, type LaunchOrigin } from './join-launch-list.ts'
import { listLaunchNotifications } from './list-launch-notifications.ts'
import { listUsers } from './list-users.ts'
import { type MailLaunch, notifyLaunchList } from './notify-launch-list.ts'
import { readBacklogs } from './read-backlogs.ts'
import { readStats } from './read-stats.ts'
import { readUserDetail } from './user-detail.ts'

interface AroundAdmin extends CountedDomains {
  geocoder: Geocoder
  mailLaunch: MailLaunch
}

export type Admin = ReturnType<typeof createAdmin>

/** Creates the figures of the console, its user list and the launch list. */
export function createAdmin(platform: Platform, { geocoder, mailLaunch, ...counted }: AroundAdmin) {
  const { clock, database } = platform
  const { reads } = database
  return {
    figures: createFigures(platform, counted),
    backlogs: () => readBacklogs(platform),
    userDetail: (actor: Actor, userId: string) => readUserDetail(platform, actor, userId),
    stats: () => reads.run((source) => readStats(source)),
    users: (query: AdminListQuery) => reads.run((source) => listUsers({ database: source, clock }, query)),
    launchNotifications: (query: AdminListQuery) =>
      reads.run((source) => listLaunchNotifications(source, query)),
    notifyLaunchList: () => notifyLaunchList(platform, mailLaunch),
    joinLaunchList: (email: string, origin: LaunchOrigin) =>
      joinLaunchList({ ...platform, geocoder }, email, origin),
  }
}
