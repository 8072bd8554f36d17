import * as z from 'zod'
import { operation } from '../../data/operation.ts'

const instant = z.iso.datetime()

const warning = z.object({
  actionId: z.string(),
  kind: z.enum(['WARN', 'SUSPEND', 'PAUSE', 'BAN']),
  reason: z.string(),
  at: instant,
  until: instant.nullable(),
  reversed: z.boolean(),
  strikeUntil: instant.nullable(),
  appeal: z
    .object({
      status: z.enum(['OPEN', 'UPHELD', 'REVERSED']),
      text: z.string(),
      answer: z.string().nullable(),
    })
    .nullable(),
})
export type Warning = z.infer<typeof warning>

const standing = z.object({
  suspended: z.boolean(),
  banned: z.boolean(),
  until: instant.nullable(),
  history: z.array(warning),
})
export type Standing = z.infer<typeof standing>

export const STANDING = operation()(
  `query Standing {
    standing {
      suspended
      banned
      until
      history { actionId kind reason at until reversed strikeUntil appeal { status text answer } }
    }
  }`,
  z.object({ standing }),
)

export const APPEAL = operation<{ actionId: string; text: string }>()(
  'mutation Appeal($actionId: ID!, $text: String!) { appeal(actionId: $actionId, text: $text) }',
  z.object({ appeal: z.boolean() }),
)

const blockedPerson = z.object({ id: z.string(), displayName: z.string(), since: instant })
export type BlockedPerson = z.infer<typeof blockedPerson>

export const BLOCKED_PEOPLE = operation()(
  'query BlockedPeople { blockedPeople { id displayName since } }',
  z.object({ blockedPeople: z.array(blockedPerson) }),
)

export const UNBLOCK = operation<{ userId: string }>()(
  'mutation Unblock($userId: ID!) { unblock(userId: $userId) }',
  z.object({ unblock: z.boolean() }),
)

const myReport = z.object({
  id: z.string(),
  displayName: z.string(),
  reason: z.string(),
  created: instant,
  status: z.enum(['OPEN', 'DISMISSED', 'ACTED']),
  outcome: z.string().nullable(),
})
export type MyReport = z.infer<typeof myReport>

export const MY_REPORTS = operation()(
  'query MyReports { myReports { id displayName reason created status outcome } }',
  z.object({ myReports: z.array(myReport) }),
)

const recentChat = z.object({
  id: z.string(),
  partnerId: z.string(),
  partnerDisplayName: z.string(),
  openedAt: instant,
  endedAt: instant.nullable(),
  blocked: z.boolean(),
})
export type RecentChat = z.infer<typeof recentChat>

export const RECENT_CHATS = operation()(
  'query RecentChats { recentChats { id partnerId partnerDisplayName openedAt endedAt blocked } }',
  z.object({ recentChats: z.array(recentChat) }),
)
