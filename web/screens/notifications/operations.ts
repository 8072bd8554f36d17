import { graphql, type ResultOf } from '../../data/operation.ts'

export const INBOX = graphql(`
  query Inbox($after: String) {
    notifications(first: 10, after: $after) {
      nodes { id kind heading body created read path candidateId conversationId }
      endCursor
    }
    me { id missedMails }
  }
`)
export type InboxPage = ResultOf<typeof INBOX>
export type Note = InboxPage['notifications']['nodes'][number]
export type NoteKind = Note['kind']

export const MARK_READ = graphql(
  'mutation MarkNotificationsRead($ids: [ID!]!) { markNotificationsRead(ids: $ids) }',
)

export const MARK_ALL_READ = graphql('mutation MarkAllNotificationsRead { markAllNotificationsRead }')

export const SET_MISSED_MAILS = graphql('mutation SetMissedMails($on: Boolean!) { setMissedMails(on: $on) }')
