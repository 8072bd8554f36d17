import { expect, it } from 'vitest'
import { ApiFailure } from '#web/data/failure.ts'
import { showAuthError } from '#web/screens/shared/forms/show-auth-error.ts'
import { createToastStore } from '#web/state/toasts.ts'

const told = (action: 'Login' | 'Registration', error: unknown) => {
  const toasts = createToastStore()
  showAuthError(toasts, action, error)
  return toasts.getState()
}

// covers: 8.2-login-and-registration-failed
it.each([
  [
    'Login',
    new ApiFailure(401, 'UNAUTHENTICATED', 'The email or password is not right. Please try again.'),
    'Login failed',
  ],
  ['Registration', new ApiFailure(409, 'CONFLICT', 'This address is taken.'), 'Registration failed'],
  ['Login', new ApiFailure(0, 'NETWORK', 'We cannot reach the server.'), 'Login Error'],
  ['Registration', new ApiFailure(0, 'NETWORK', 'We cannot reach the server.'), 'Registration Error'],
] as const)('%s: %s is shown with its message', (action, error, title) => {
  expect(told(action, error)).toMatchObject({ title, description: error.message, variant: 'destructive' })
})

it('a form whose schema could not be loaded shows what to do', () => {
  const error = new TypeError('Failed to fetch dynamically imported module')
  expect(told('Registration', error)).toMatchObject({
    title: 'Registration Error',
    description: 'Something went wrong. Check your connection and try again.',
  })
})

it('a rate limit keeps the toast that asks to slow down', () => {
  expect(told('Login', new ApiFailure(429, 'RATE_LIMITED', '429'))).toBeNull()
})
