import { graphql } from '../../data/operation.ts'

export const MODERATION_COUNTS = graphql(
  'query ModerationCounts { moderationCounts { reports appeals heldMessages } }',
)

export const MODERATION_CHANGED = graphql(
  'subscription ModerationChanged { moderationChanged { kind ids actor { id displayName } } }',
)

export const CLAIM_REPORT = graphql(
  'mutation ClaimReport($id: ID!) { claimReport(id: $id) { by { id displayName } until } }',
)

export const RELEASE_REPORT = graphql('mutation ReleaseReport($id: ID!) { releaseReport(id: $id) }')

export const ADD_NOTE = graphql(`
  mutation AddNote($userId: ID!, $reportId: ID, $text: String!) {
    addNote(userId: $userId, reportId: $reportId, text: $text) { id }
  }
`)

export const REMOVE_NOTE = graphql('mutation RemoveNote($id: ID!) { removeNote(id: $id) }')

export const DISMISS_REPORTS = graphql(`
  mutation DismissReports($ids: [ID!]!, $reason: String!) {
    dismissReports(ids: $ids, reason: $reason) { dismissed refused { id code message } }
  }
`)
