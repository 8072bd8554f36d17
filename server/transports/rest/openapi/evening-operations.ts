import { EXAMPLE } from '#schema/described-model.ts'
import { OPERATION_TEXTS } from '#schema/operations.fields.ts'
import type { EVENING_ROUTES } from '#schema/routes/evenings.ts'
import type { Operation } from './operation.ts'

const EVENING_PARAMETER = { id: { example: EXAMPLE.other } }

export const EVENING_OPERATIONS: Record<keyof typeof EVENING_ROUTES, Operation> = {
  listEvenings: { tag: 'Evenings', description: OPERATION_TEXTS.listEvenings },
  remindOfEvening: {
    tag: 'Evenings',
    description: OPERATION_TEXTS.remindOfEvening,
    limits: ['eveningByAccount'],
    parameters: EVENING_PARAMETER,
    errors: { NOT_FOUND: 'The evening has begun or was cancelled.' },
  },
  forgetEvening: {
    tag: 'Evenings',
    description: OPERATION_TEXTS.forgetEvening,
    limits: ['eveningByAccount'],
    parameters: EVENING_PARAMETER,
  },
}
