import { OPERATION_TEXTS } from '#schema/operations.fields.ts'
import type { BELL_ROUTES } from '#schema/routes/bells.ts'
import type { Operation } from './operation.ts'

export const BELL_OPERATIONS: Record<keyof typeof BELL_ROUTES, Operation> = {
  getInterestBells: { tag: 'Matching', description: OPERATION_TEXTS.getInterestBells },
  setInterestBell: {
    tag: 'Matching',
    description: OPERATION_TEXTS.setInterestBell,
    limits: ['bellByAccount'],
    errors: { NOT_FOUND: 'The interest is not in the profile of the caller.' },
  },
}
