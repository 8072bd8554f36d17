import DataLoader from 'dataloader'
import type { Partner } from '#schema/account.ts'
import type { MessagePage } from '#schema/chat.ts'
import type { Language } from '#schema/languages.ts'
import { text } from '#schema/translatable.ts'
import type { Member } from '#server/domains/accounts/index.ts'
import type { PageRequest } from '#server/domains/chat/index.ts'
import type { Domains } from '#server/domains/index.ts'
import type { LoggedAction, QueuedReport, ReportClaim } from '#server/domains/moderation/index.ts'
import { ApiError } from '#server/platform/errors.ts'

/** Of one request, in all conversations together: far above what a screen shows, far below what hurts. */
const MAX_MESSAGES = 2_000

/** Nothing is remembered: of two mutations in one request, the second shows what it changed. */
const FRESH = { cache: false } as const

/** What many nodes of one request ask for is read in one statement. */
export interface Loaders {
  /** @throws ApiError NOT_FOUND; INVALID above 2,000 messages in one request */
  messages(request: PageRequest): Promise<MessagePage>
  /** @throws ApiError NOT_FOUND */
  partner(userId: string): Promise<Partner>
  decisionsOn(report: QueuedReport): Promise<LoggedAction[]>
  /** Null once the report is decided. */
  claimOn(report: QueuedReport): Promise<ReportClaim | null>
  /** The interface language of a member. Null for an erased account. */
  languageOf(userId: string): Promise<Language | null>
}

export function createLoaders(
  { chat, moderationQueues }: Pick<Domains, 'chat' | 'moderationQueues'>,
  member: Member,
): Loaders {
  const pages = new DataLoader<PageRequest, MessagePage>(
    (requests) => chat.messagePages(member, requests),
    FRESH,
  )
  const partners = new DataLoader<string, Partner>((userIds) => chat.partners(member.id, userIds), FRESH)
  const decisions = new DataLoader<QueuedReport, LoggedAction[]>(
    (reports) => moderationQueues.queue.decisionsOn(reports),
    FRESH,
  )
  const claims = new DataLoader<string, ReportClaim | null>(async (reportIds) => {
    const found = await moderationQueues.claims.claimsOn(reportIds)
    return reportIds.map((id) => found.get(id) ?? null)
  }, FRESH)
  const languages = new DataLoader<string, Language | null>(
    (userIds) => moderationQueues.queue.languagesOf(userIds),
    FRESH,
  )
  let asked = 0

  return {
    async messages(request) {
      asked += request.size
      if (asked > MAX_MESSAGES)
        throw new ApiError(
          'INVALID',
          text('{max, plural, other {One request can ask for at most # messages.}}', {
            max: MAX_MESSAGES,
          }),
          {
            fields: { first: text('Too many in all') },
          },
        )
      return pages.load(request)
    },
    partner: (userId) => partners.load(userId),
    decisionsOn: (report) => decisions.load(report),
    languageOf: (userId) => languages.load(userId),
    claimOn: async ({ id, status }) => (status === 'OPEN' ? claims.load(id) : null),
  }
}
