import { EXAMPLE } from '#schema/described-model.ts'
import { LIMITS } from '#schema/limits.ts'
import { OPERATION_TEXTS } from '#schema/operations.fields.ts'
import type { KEEPING_ROUTES } from '#schema/routes/keeping.ts'
import { CONVERSATION_PARAMETER, NO_CONVERSATION, type Operation } from './operation.ts'

const MEMBER_PARAMETER = { userId: { example: EXAMPLE.ben } }

export const KEEPING_OPERATIONS: Record<keyof typeof KEEPING_ROUTES, Operation> = {
  askToKeep: {
    tag: 'Keeping in touch',
    description: OPERATION_TEXTS.askToKeep,
    limits: ['keepByAccount'],
    parameters: CONVERSATION_PARAMETER,
    errors: {
      NOT_FOUND: NO_CONVERSATION,
      CONVERSATION_ENDED: `The chat ended more than ${LIMITS.keepHours} hours ago.`,
      KEEP_LIMIT: `The caller has no premium, and keeps or asked ${LIMITS.keptFree} people.`,
    },
  },
  takeBackKeep: {
    tag: 'Keeping in touch',
    description: OPERATION_TEXTS.takeBackKeep,
    limits: ['keepByAccount'],
    parameters: CONVERSATION_PARAMETER,
    errors: { NOT_FOUND: NO_CONVERSATION },
  },
  listKept: {
    tag: 'Keeping in touch',
    description: OPERATION_TEXTS.listKept,
    parameters: {
      pageNumber: { description: 'The number of the page; the first is 0.', example: '0' },
      size: { description: 'How many elements a page has.', example: String(LIMITS.maxPageSize) },
    },
  },
  updateKept: {
    tag: 'Keeping in touch',
    description: OPERATION_TEXTS.updateKept,
    limits: ['keepByAccount'],
    parameters: MEMBER_PARAMETER,
    errors: { NOT_FOUND: 'The caller does not keep this member.' },
  },
  letGo: {
    tag: 'Keeping in touch',
    description: OPERATION_TEXTS.letGo,
    limits: ['keepByAccount'],
    parameters: MEMBER_PARAMETER,
  },
}
