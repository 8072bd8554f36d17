import {
  resetByToken,
  resetCodeForm,
  resetOfUser,
  resetRequest,
  resetTokenAnswer,
  tokenCheck,
  tokenQuery,
} from '../password.ts'
import { PRODUCT } from '../product.ts'
import { doneWithMessage, type Route } from '../route.ts'

export const PASSWORD_ROUTES = {
  requestPasswordReset: {
    method: 'POST',
    path: '/password/reset',
    access: 'public',
    summary: 'Request a password reset',
    body: resetRequest,
    responses: { 200: doneWithMessage },
  },
  validateResetToken: {
    method: 'GET',
    path: '/password/validate-token',
    access: 'public',
    summary: 'Check a reset link',
    query: tokenQuery,
    responses: { 200: tokenCheck },
  },
  confirmReset: {
    method: 'POST',
    path: '/password/confirm-reset',
    access: 'public',
    summary: 'Set a new password by link',
    body: resetByToken,
    responses: { 200: doneWithMessage },
  },
  changeAfterReset: {
    method: 'PUT',
    path: `/${PRODUCT.slug}-api/password/change-after-reset`,
    access: 'public',
    summary: 'Set a new password by link and address',
    body: resetOfUser,
    responses: { 200: doneWithMessage },
  },
  verifyResetCode: {
    method: 'GET',
    path: `/${PRODUCT.slug}-api/password/verify-reset-code`,
    access: 'public',
    summary: 'Exchange a reset code',
    query: resetCodeForm,
    responses: { 200: resetTokenAnswer },
  },
  finishReset: {
    method: 'PUT',
    path: '/password/finish-reset',
    access: 'public',
    summary: 'Set a new password by code',
    body: resetOfUser,
    responses: { 200: doneWithMessage },
  },
} as const satisfies Record<string, Route>
