import * as z from 'zod'
import { conversation } from '../chat.ts'
import { declineKnock, knockList } from '../knocks.ts'
import { done, type Route } from '../route.ts'

const params = z.object({ id: z.uuid() })

export const KNOCK_ROUTES = {
  listKnocks: {
    method: 'GET',
    path: '/api/v1/knocks',
    access: 'member',
    summary: 'List the members who would like to talk',
    responses: { 200: knockList },
  },
  acceptKnock: {
    method: 'POST',
    path: '/api/v1/knocks/{id}/accept',
    access: 'member',
    summary: 'Accept to talk',
    params,
    responses: { 200: conversation },
  },
  declineKnock: {
    method: 'POST',
    path: '/api/v1/knocks/{id}/decline',
    access: 'member',
    summary: 'Decline to talk',
    params,
    body: declineKnock,
    responses: { 200: done },
  },
  allowKnocks: {
    method: 'DELETE',
    path: '/api/v1/knock-refusals/{userId}',
    access: 'member',
    summary: 'Let a member ask again',
    params: z.object({ userId: z.uuid() }),
    responses: { 200: done },
  },
} as const satisfies Record<string, Route>
