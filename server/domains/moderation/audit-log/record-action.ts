import { v7 as uuidv7 } from 'uuid'
import type { ModerationActionKind } from '#schema/moderation.ts'
import type { ModerationActionModel, Transaction } from '#server/platform/postgres/index.ts'

export interface NewAction {
  kind: ModerationActionKind
  /** Null for automatic actions of the server. */
  actorId: string | null
  /** Null for commands that concern no member. */
  subjectId: string | null
  reason: string
  at: Date
  reportId?: string | null
  /** The id of the action that this one reverses. */
  reversed?: string
  until?: Date
}

/** Adds an entry to the audit log, in the transaction of the change that it records. */
export const recordAction = (transaction: Transaction, action: NewAction): Promise<ModerationActionModel> =>
  transaction.moderationAction.create({ data: { id: uuidv7(), ...action } })
