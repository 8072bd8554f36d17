import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiFailure } from '../../../data/failure.ts'

/** Shows the server's messages on their fields. Returns false if the error has none. */
export function showServerErrors<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
): boolean {
  if (!(error instanceof ApiFailure)) return false
  const fields = Object.entries(error.fields)
  for (const [name, message] of fields) setError(name as Path<Values>, { type: 'server', message })
  return fields.length > 0
}
