import * as z from 'zod'
import {
  pageVisibility,
  pushDevice,
  pushPreferences,
  pushState,
  pushSubscriptionRequest,
  savePushPreferences,
} from '../push.ts'
import { done, type Route } from '../route.ts'

export const PUSH_ROUTES = {
  getPush: {
    method: 'GET',
    path: '/api/v1/push',
    access: 'member',
    summary: 'Read the push messages of the caller',
    responses: { 200: pushState },
  },
  subscribeToPush: {
    method: 'POST',
    path: '/api/v1/push/devices',
    access: 'member',
    summary: 'Send push messages to this browser',
    body: pushSubscriptionRequest,
    responses: { 200: pushDevice },
  },
  removePushDevice: {
    method: 'DELETE',
    path: '/api/v1/push/devices/{id}',
    access: 'account',
    summary: 'Send no more push messages to a browser',
    params: z.object({ id: z.uuid() }),
    responses: { 200: done },
  },
  savePushPreferences: {
    method: 'PUT',
    path: '/api/v1/push/preferences',
    access: 'member',
    summary: 'Choose what push messages tell',
    body: savePushPreferences,
    responses: { 200: pushPreferences },
  },
  reportVisibility: {
    method: 'POST',
    path: '/api/v1/push/visibility',
    access: 'member',
    summary: 'Report whether the member looks at a page',
    body: pageVisibility,
    responses: { 200: done },
  },
} as const satisfies Record<string, Route>
