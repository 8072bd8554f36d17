import { i18n } from '@lingui/core'
import { type Login, login } from '#schema/registration.ts'

export type LoginErrors = Partial<Record<'userName' | 'password', string>>

/** Returns the form's data, or the errors of its fields in the page's language. Focuses the first invalid field. */
export function checkLogin(form: HTMLFormElement): { data?: Login; errors: LoginErrors } {
  const result = login.safeParse(Object.fromEntries(new FormData(form)))
  if (result.success) return { data: result.data, errors: {} }
  const errors: LoginErrors = {}
  for (const { path, message } of result.error.issues)
    errors[path[0] as keyof LoginErrors] ??= i18n._(message)
  form.querySelector<HTMLElement>(`[name="${Object.keys(errors)[0]}"]`)?.focus()
  return { errors }
}
