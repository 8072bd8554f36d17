import * as z from 'zod'
import { authResponse, partner, sessionResponse, verificationResult } from './account.ts'
import {
  conversation,
  conversationPage,
  listMessages,
  message,
  messagePage,
  pageRequest,
  report,
  searching,
  sendMessage,
  typing,
} from './chat.ts'
import { login, registration } from './registration.ts'

/** `member`: a session is needed, as a bearer token or as the cookie. */
export type RouteAccess = 'public' | 'member'

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `{name}` marks a path parameter. */
  readonly path: string
  readonly access: RouteAccess
  /** A GET that changes state: the cookie alone opens it only from our own pages. */
  readonly changesState?: true
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** The media type of the body where it is not JSON. */
  readonly bodyType?: 'text'
  readonly responses: Readonly<Record<number, z.ZodType>>
}

const ok = z.object({ success: z.literal(true) })
const conversationParams = z.object({ id: z.uuid() })

/** Every REST call (spec §7), once: the server guards requests and answers with it, the web app calls through it, OpenAPI is made of it. */
export const ROUTES = {
  getSession: {
    method: 'GET',
    path: '/api/session',
    access: 'member',
    summary: 'The signed-in member with the figures of the home screen',
    responses: { 200: sessionResponse },
  },
  login: {
    method: 'POST',
    path: '/auth',
    access: 'public',
    summary: 'Open a session',
    body: login,
    responses: { 200: authResponse },
  },
  register: {
    method: 'POST',
    path: '/api/user',
    access: 'public',
    summary: 'Create an account and open a session',
    body: registration,
    responses: { 200: authResponse },
  },
  logout: {
    method: 'GET',
    path: '/api/v1/logout',
    access: 'member',
    changesState: true,
    summary: 'Revoke this session',
    responses: { 200: ok },
  },
  resendVerification: {
    method: 'POST',
    path: '/re-verify',
    access: 'public',
    summary: 'Send the verification mail again; the same answer for every address',
    body: z.string().trim().toLowerCase().pipe(z.email('Must be a valid email address')),
    bodyType: 'text',
    responses: { 200: verificationResult },
  },
  verifyEmail: {
    method: 'GET',
    path: '/api/verify',
    access: 'public',
    summary: 'Verify an e-mail address with the code that was mailed',
    query: z.object({
      code: z.string().min(1).max(200),
      email: z.string().trim().toLowerCase().min(1).max(254),
    }),
    responses: { 200: verificationResult },
  },
  findMatch: {
    method: 'GET',
    path: '/api/v1/conversation',
    access: 'member',
    changesState: true,
    summary: 'Find a match, or keep looking: 202 while waiting',
    responses: { 200: conversation, 202: searching },
  },
  cancelSearch: {
    method: 'DELETE',
    path: '/api/v1/conversation',
    access: 'member',
    summary: 'Stop looking for a match',
    responses: { 200: ok },
  },
  currentConversation: {
    method: 'GET',
    path: '/api/v1/conversation/{id}',
    access: 'member',
    summary: 'One of my conversations, to restore a match after a reload',
    params: conversationParams,
    responses: { 200: conversation },
  },
  listConversations: {
    method: 'POST',
    path: '/api/v1/conversations',
    access: 'member',
    summary: 'My conversations, the latest first',
    body: pageRequest,
    responses: { 200: conversationPage },
  },
  listMessages: {
    method: 'POST',
    path: '/api/v1/messages',
    access: 'member',
    summary: 'The messages of a conversation, newest first',
    body: listMessages,
    responses: { 200: messagePage },
  },
  sendMessage: {
    method: 'POST',
    path: '/api/v1/message',
    access: 'member',
    summary: 'Send a message; answered once it is committed',
    body: sendMessage,
    responses: { 200: message },
  },
  setTyping: {
    method: 'PUT',
    path: '/api/v1/conversation/typing/{isTyping}',
    access: 'member',
    summary: 'Tell the partner whether I am typing',
    params: z.object({ isTyping: z.enum(['true', 'false']) }),
    body: typing,
    responses: { 200: ok },
  },
  markRead: {
    method: 'POST',
    path: '/api/v1/conversation/{id}/mark-read',
    access: 'member',
    summary: 'Mark all messages of a conversation read',
    params: conversationParams,
    responses: { 200: ok },
  },
  clearConversation: {
    method: 'PUT',
    path: '/api/v1/conversation/{id}/clear',
    access: 'member',
    summary: 'Clear the messages of a conversation for me',
    params: conversationParams,
    responses: { 200: ok },
  },
  resign: {
    method: 'GET',
    path: '/api/v1/conversation/{id}/resign',
    access: 'member',
    changesState: true,
    summary: 'Leave a conversation for good; with `unload`, after a grace in which a reload can return',
    params: conversationParams,
    query: z.object({
      resetPartner: z.enum(['true', 'false']).optional(),
      unload: z.enum(['true', 'false']).optional(),
    }),
    responses: { 200: ok },
  },
  disconnect: {
    method: 'POST',
    path: '/api/v1/conversation/{id}/disconnect',
    access: 'member',
    summary: 'The page is going away: leave unless its stream is back within the grace',
    params: conversationParams,
    body: z.object({ userId: z.uuid().optional() }),
    responses: { 200: ok },
  },
  getPartner: {
    method: 'GET',
    path: '/api/v1/user/{partnerId}',
    access: 'member',
    summary: 'What a member may know of someone they share a conversation with',
    params: z.object({ partnerId: z.uuid() }),
    responses: { 200: partner },
  },
  reportUser: {
    method: 'POST',
    path: '/api/user/report/true',
    access: 'member',
    summary: 'Report a member, and block them',
    body: report,
    responses: { 200: ok },
  },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof ROUTES

/** The live stream is not a JSON call, so it stands beside the table. */
export const STREAM_PATH = '/subscribe/{userId}'
