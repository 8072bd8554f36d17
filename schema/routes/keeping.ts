import * as z from 'zod'
import { kept, keptPage, keptUpdate, listKept } from '../kept.ts'
import { done, type Route } from '../route.ts'

const conversationParams = z.object({ id: z.uuid() })
const memberParams = z.object({ userId: z.uuid() })

export const KEEPING_ROUTES = {
  askToKeep: {
    method: 'PUT',
    path: '/api/v1/conversation/{id}/keep',
    access: 'member',
    summary: 'Ask to keep in touch',
    params: conversationParams,
    responses: { 200: done },
  },
  takeBackKeep: {
    method: 'DELETE',
    path: '/api/v1/conversation/{id}/keep',
    access: 'member',
    summary: 'Take back the wish to keep in touch',
    params: conversationParams,
    responses: { 200: done },
  },
  listKept: {
    method: 'GET',
    path: '/api/v1/kept',
    access: 'member',
    summary: 'List the members whom the caller keeps in touch with',
    query: listKept,
    responses: { 200: keptPage },
  },
  updateKept: {
    method: 'PUT',
    path: '/api/v1/kept/{userId}',
    access: 'member',
    summary: 'Change the note, or who sees the presence',
    params: memberParams,
    body: keptUpdate,
    responses: { 200: kept },
  },
  letGo: {
    method: 'DELETE',
    path: '/api/v1/kept/{userId}',
    access: 'member',
    summary: 'Let a kept member go',
    params: memberParams,
    responses: { 200: done },
  },
} as const satisfies Record<string, Route>
