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
    summary: 'Mail a reset link and code; the same answer, in the same time, for every address',
    body: resetRequest,
    responses: { 200: doneWithMessage },
  },
  validateResetToken: {
    method: 'GET',
    path: '/password/validate-token',
    access: 'public',
    summary: 'Whether a reset link still works',
    query: tokenQuery,
    responses: { 200: tokenCheck },
  },
  confirmReset: {
    method: 'POST',
    path: '/password/confirm-reset',
    access: 'public',
    summary: 'Set a new password by the token of the link',
    body: resetByToken,
    responses: { 200: doneWithMessage },
  },
  changeAfterReset: {
    method: 'PUT',
    path: `/${PRODUCT.slug}-api/password/change-after-reset`,
    access: 'public',
    summary: 'Set a new password by a token and the address that it was mailed to',
    body: resetOfUser,
    responses: { 200: doneWithMessage },
  },
  verifyResetCode: {
    method: 'GET',
    path: `/${PRODUCT.slug}-api/password/verify-reset-code`,
    access: 'public',
    summary: 'Exchange the code of the mail for a token; a few tries only',
    query: resetCodeForm,
    responses: { 200: resetTokenAnswer },
  },
  finishReset: {
    method: 'PUT',
    path: '/password/finish-reset',
    access: 'public',
    summary: 'Set a new password by the token that the code was exchanged for',
    body: resetOfUser,
    responses: { 200: doneWithMessage },
  },
} as const satisfies Record<string, Route>
