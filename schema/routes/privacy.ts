import * as z from 'zod'
import { passwordConfirmation } from '../privacy.ts'
import { fileAnswer, type Route } from '../route.ts'
import { text } from '../translatable.ts'

export const PRIVACY_ROUTES = {
  downloadExport: {
    method: 'POST',
    path: '/api/v1/privacy/export/{id}',
    access: 'account',
    summary: 'Download a data export',
    params: z.object({ id: z.uuid(text('Not an id')) }),
    body: passwordConfirmation,
    answerType: 'application/zip',
    responses: { 200: fileAnswer },
  },
} as const satisfies Record<string, Route>
