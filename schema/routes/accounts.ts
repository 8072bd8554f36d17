import * as z from 'zod'
import { authResponse, mailedCode, sessionResponse, user, verificationResult } from '../account.ts'
import { locationHeaders } from '../location.ts'
import { profileUpdate, profileVisit, recordedVisit } from '../profile.ts'
import { login, registration } from '../registration.ts'
import { done, type Route } from '../route.ts'

export const ACCOUNT_ROUTES = {
  getSession: {
    method: 'GET',
    path: '/api/session',
    access: 'member',
    summary: 'The signed-in member with the figures of the home screen; takes note of where they are',
    headers: locationHeaders,
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
    headers: locationHeaders,
    body: registration,
    responses: { 200: authResponse },
  },
  logout: {
    method: 'GET',
    path: '/api/v1/logout',
    access: 'account',
    changesState: true,
    summary: 'Revoke this session',
    responses: { 200: done },
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
    query: mailedCode,
    responses: { 200: verificationResult },
  },
  checkRegistrationRemoval: {
    method: 'GET',
    path: '/api/registration/removal',
    access: 'public',
    summary: 'Whether a mailed code can still remove a registration that was never verified; changes nothing',
    query: mailedCode,
    responses: { 200: z.object({ possible: z.boolean() }) },
  },
  removeRegistration: {
    method: 'POST',
    path: '/api/registration/removal',
    access: 'public',
    summary: 'Remove a registration that was never verified, with its sessions, by the code of a mail',
    body: mailedCode,
    responses: { 200: verificationResult },
  },
  updateProfile: {
    method: 'PUT',
    path: '/api/v1/user',
    access: 'member',
    summary: 'Change my own profile; what needs premium is not taken without it',
    body: profileUpdate,
    responses: { 200: user },
  },
  recordVisit: {
    method: 'POST',
    path: '/api/v1/profile-visitor',
    access: 'member',
    summary: 'Note a login or a registration, for my list of sign-ins',
    body: profileVisit,
    responses: { 200: recordedVisit },
  },
} as const satisfies Record<string, Route>
