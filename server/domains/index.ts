import type { BotDefence } from './abuse/index.ts'
import type { Accounts } from './accounts/index.ts'
import type { Admin } from './admin/index.ts'
import type { Bells } from './bells/index.ts'
import type { Billing } from './billing/index.ts'
import type { Chat } from './chat/index.ts'
import type { Evenings } from './evenings/index.ts'
import type { Keeping } from './keeping/index.ts'
import type { MemberSearch } from './matching/index.ts'
import type { Moderation, ModerationQueues } from './moderation/index.ts'
import type { Nearby } from './nearby/index.ts'
import type { EmailPreferences, Inbox } from './notifications/index.ts'
import type { Presence } from './presence/index.ts'
import type { Privacy } from './privacy/index.ts'
import type { Push } from './push/index.ts'

/** The domains that the transports call. */
export interface Domains {
  accounts: Accounts
  admin: Admin
  bells: Bells
  billing: Billing
  botDefence: BotDefence
  chat: Chat
  evenings: Evenings
  inbox: Inbox
  keeping: Keeping
  emailPreferences: EmailPreferences
  moderationQueues: ModerationQueues
  nearby: Nearby
  presence: Presence
  privacy: Privacy
  push: Push
  moderation: Moderation
  search: MemberSearch
}
