import * as z from 'zod'
import { fileAnswer, type Route } from '../route.ts'
import { text } from '../translatable.ts'

export const PRIVACY_ROUTES = {
  downloadExport: {
    method: 'GET',
    path: '/api/v1/privacy/export/{id}',
    access: 'account',
    summary: 'Download a data export',
    params: z.object({ id: z.uuid(text('Not an id')) }),
    answerType: 'application/zip',
    responses: { 200: fileAnswer },
  },
} as const satisfies Record<string, Route>
