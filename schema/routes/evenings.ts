import * as z from 'zod'
import { eveningList } from '../evenings.ts'
import { done, type Route } from '../route.ts'

const eveningParams = z.object({ id: z.uuid() })

export const EVENING_ROUTES = {
  listEvenings: {
    method: 'GET',
    path: '/api/v1/evenings',
    access: 'member',
    summary: 'List the evenings that are running or come next',
    responses: { 200: eveningList },
  },
  remindOfEvening: {
    method: 'PUT',
    path: '/api/v1/evenings/{id}/reminder',
    access: 'member',
    summary: 'Ask for a reminder of an evening',
    params: eveningParams,
    responses: { 200: done },
  },
  forgetEvening: {
    method: 'DELETE',
    path: '/api/v1/evenings/{id}/reminder',
    access: 'member',
    summary: 'Take back the reminder of an evening',
    params: eveningParams,
    responses: { 200: done },
  },
} as const satisfies Record<string, Route>
