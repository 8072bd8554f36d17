import { v7 as uuidv7 } from 'uuid'
import type { ModerationActionModel, Transaction } from '#server/platform/postgres/index.ts'

export interface NewAction {
  kind: ModerationActionModel['kind']
  /** Null for our own defences. */
  actorId: string | null
  subjectId: string
  reason: string
  at: Date
  reportId?: string | null
  reversed?: string
  until?: Date
}

/** Every action, in the transaction of what it does: neither is there without the other. */
export const recordAction = (transaction: Transaction, action: NewAction): Promise<ModerationActionModel> =>
  transaction.moderationAction.create({ data: { id: uuidv7(), ...action } })
