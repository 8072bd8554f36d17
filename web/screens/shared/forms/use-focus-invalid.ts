import { useEffect, useRef } from 'react'
import type { FieldValues, UseFormStateReturn } from 'react-hook-form'

const INVALID = 'input[aria-invalid="true"], [aria-invalid="true"] input, button[aria-invalid="true"]'

/** Returns a ref for a form. After a failed submit, the form's first invalid field gets the focus. */
export function useFocusInvalid<Values extends FieldValues>({
  submitCount,
  isSubmitSuccessful,
}: Pick<UseFormStateReturn<Values>, 'submitCount' | 'isSubmitSuccessful'>) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (submitCount > 0 && !isSubmitSuccessful) form.current?.querySelector<HTMLElement>(INVALID)?.focus()
  }, [submitCount, isSubmitSuccessful])
  return form
}
