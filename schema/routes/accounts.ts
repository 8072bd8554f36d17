import {
  authResponse,
  mailedCode,
  registrationRemovalCheck,
  sessionResponse,
  user,
  verificationResult,
} from '../account.ts'
import { emailAddress } from '../email.ts'
import { locationHeaders } from '../location.ts'
import { passkeyAssertion, passkeyRequest } from '../passkeys.ts'
import { profileUpdate, profileVisit, recordedVisit } from '../profile.ts'
import { login, registration } from '../registration.ts'
import { done, type Route } from '../route.ts'
import { text } from '../translatable.ts'

export const ACCOUNT_ROUTES = {
  getSession: {
    method: 'GET',
    path: '/api/session',
    access: 'member',
    summary: 'Read the session',
    headers: locationHeaders,
    responses: { 200: sessionResponse },
  },
  login: {
    method: 'POST',
    path: '/auth',
    access: 'public',
    summary: 'Log in',
    body: login,
    responses: { 200: authResponse },
  },
  requestPasskey: {
    method: 'POST',
    path: '/auth/passkey/options',
    access: 'public',
    summary: 'Ask for a passkey',
    responses: { 200: passkeyRequest },
  },
  loginByPasskey: {
    method: 'POST',
    path: '/auth/passkey',
    access: 'public',
    summary: 'Log in by passkey',
    body: passkeyAssertion,
    responses: { 200: authResponse },
  },
  register: {
    method: 'POST',
    path: '/api/user',
    access: 'public',
    summary: 'Create an account',
    headers: locationHeaders,
    body: registration,
    responses: { 200: authResponse },
  },
  logout: {
    method: 'GET',
    path: '/api/v1/logout',
    access: 'account',
    changesState: true,
    summary: 'Log out',
    responses: { 200: done },
  },
  resendVerification: {
    method: 'POST',
    path: '/re-verify',
    access: 'public',
    summary: 'Send the verification email again',
    body: emailAddress(text('Must be a valid email address')),
    bodyType: 'text',
    responses: { 200: verificationResult },
  },
  verifyEmail: {
    method: 'GET',
    path: '/api/verify',
    access: 'public',
    summary: 'Verify an email address',
    query: mailedCode,
    responses: { 200: verificationResult },
  },
  checkRegistrationRemoval: {
    method: 'GET',
    path: '/api/registration/removal',
    access: 'public',
    summary: 'Check a link that removes a registration',
    query: mailedCode,
    responses: { 200: registrationRemovalCheck },
  },
  removeRegistration: {
    method: 'POST',
    path: '/api/registration/removal',
    access: 'public',
    summary: 'Remove an unverified registration',
    body: mailedCode,
    responses: { 200: verificationResult },
  },
  updateProfile: {
    method: 'PUT',
    path: '/api/v1/user',
    access: 'member',
    summary: 'Update the own profile',
    body: profileUpdate,
    responses: { 200: user },
  },
  recordVisit: {
    method: 'POST',
    path: '/api/v1/profile-visitor',
    access: 'member',
    summary: 'Record a login, a registration or a profile visit',
    body: profileVisit,
    responses: { 200: recordedVisit },
  },
} as const satisfies Record<string, Route>
