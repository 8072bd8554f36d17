import * as z from 'zod'
import { operation } from '../../data/operation.ts'
import { done, person } from './operations.ts'

export const MODERATION_COUNTS = operation()(
  'query ModerationCounts { moderationCounts { reports appeals heldMessages } }',
  z.object({
    moderationCounts: z.object({ reports: z.number(), appeals: z.number(), heldMessages: z.number() }),
  }),
)

export const MODERATION_CHANGED = operation()(
  'subscription ModerationChanged { moderationChanged { kind ids actor { id displayName } } }',
  z.object({
    moderationChanged: z.object({ kind: z.string(), ids: z.array(z.string()), actor: person.nullable() }),
  }),
)

export const CLAIM_REPORT = operation<{ id: string }>()(
  'mutation ClaimReport($id: ID!) { claimReport(id: $id) { by { id displayName } until } }',
  z.object({ claimReport: z.object({ by: person, until: z.string() }) }),
)

export const RELEASE_REPORT = operation<{ id: string }>()(
  'mutation ReleaseReport($id: ID!) { releaseReport(id: $id) }',
  done('releaseReport'),
)

export const ADD_NOTE = operation<{ userId: string; reportId: string | null; text: string }>()(
  `mutation AddNote($userId: ID!, $reportId: ID, $text: String!) {
    addNote(userId: $userId, reportId: $reportId, text: $text) { id }
  }`,
  z.object({ addNote: z.object({ id: z.string() }) }),
)

export const REMOVE_NOTE = operation<{ id: string }>()(
  'mutation RemoveNote($id: ID!) { removeNote(id: $id) }',
  done('removeNote'),
)

export const DISMISS_REPORTS = operation<{ ids: string[]; reason: string }>()(
  `mutation DismissReports($ids: [ID!]!, $reason: String!) {
    dismissReports(ids: $ids, reason: $reason) { dismissed refused { id code message } }
  }`,
  z.object({
    dismissReports: z.object({
      dismissed: z.array(z.string()),
      refused: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })),
    }),
  }),
)
