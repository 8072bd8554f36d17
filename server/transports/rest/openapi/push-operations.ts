import { EXAMPLE } from '#schema/described-model.ts'
import { OPERATION_TEXTS } from '#schema/operations.fields.ts'
import type { PUSH_ROUTES } from '#schema/routes/push.ts'
import type { Operation } from './operation.ts'

export const PUSH_OPERATIONS: Record<keyof typeof PUSH_ROUTES, Operation> = {
  getPush: { tag: 'Push', description: OPERATION_TEXTS.getPush },
  subscribeToPush: {
    tag: 'Push',
    description: OPERATION_TEXTS.subscribeToPush,
    limits: ['pushByAccount'],
    errors: {
      INVALID: 'The address is not at a push service that the server knows, or a key is wrong.',
      NOT_FOUND: 'The server sends no push messages.',
    },
  },
  removePushDevice: {
    tag: 'Push',
    description: OPERATION_TEXTS.removePushDevice,
    limits: ['pushByAccount'],
    parameters: { id: { description: 'The id of the browser.', example: EXAMPLE.other } },
  },
  savePushPreferences: {
    tag: 'Push',
    description: OPERATION_TEXTS.savePushPreferences,
    limits: ['pushByAccount'],
  },
  reportVisibility: {
    tag: 'Push',
    description: OPERATION_TEXTS.reportVisibility,
    limits: ['visibilityByAccount'],
  },
}
