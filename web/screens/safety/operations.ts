import { graphql, type ResultOf } from '../../data/operation.ts'

export const STANDING = graphql(`
  query Standing {
    standing {
      suspended
      banned
      until
      history { actionId kind reason at until reversed strikeUntil appeal { status text answer } }
    }
  }
`)
export type Standing = ResultOf<typeof STANDING>['standing']
export type Warning = Standing['history'][number]

export const APPEAL = graphql(
  'mutation Appeal($actionId: ID!, $text: String!) { appeal(actionId: $actionId, text: $text) }',
)

export const BLOCKED_PEOPLE = graphql('query BlockedPeople { blockedPeople { id displayName since } }')
export type BlockedPerson = ResultOf<typeof BLOCKED_PEOPLE>['blockedPeople'][number]

export const UNBLOCK = graphql('mutation Unblock($userId: ID!) { unblock(userId: $userId) }')

export const REFUSED_KNOCKS = graphql('query RefusedKnocks { refusedKnocks { id displayName since } }')
export type RefusedPerson = ResultOf<typeof REFUSED_KNOCKS>['refusedKnocks'][number]

export const ALLOW_KNOCKS = graphql('mutation AllowKnocks($userId: ID!) { allowKnocks(userId: $userId) }')

export const MY_REPORTS = graphql(
  'query MyReports { myReports { id displayName reason created status outcome } }',
)
export type MyReport = ResultOf<typeof MY_REPORTS>['myReports'][number]

export const RECENT_CHATS = graphql(
  'query RecentChats { recentChats { id partnerId partnerDisplayName openedAt endedAt blocked } }',
)
export type RecentChat = ResultOf<typeof RECENT_CHATS>['recentChats'][number]
