import { t } from '@lingui/core/macro'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { isSessionOver, messageOf } from '../../data/failure.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { OwnUserName } from '../shared/forms/own-user-name.tsx'
import { useFreshFactor } from '../shared/second-factor/use-fresh-factor.tsx'

interface PasswordDialogProps {
  title: string
  description: string
  action: string
  danger?: boolean
  /** Further fields, above the password. */
  children?: ReactNode
  /** As for `Dialog`. */
  focusAfter?(): HTMLElement | null
  /** @throws ApiFailure */
  onConfirm(password: string, form: FormData): Promise<void>
  onClose(): void
}

/** Asks for the password before an action, and for a code where two-step login is on. */
export function PasswordDialog({
  title,
  description,
  action,
  danger,
  children,
  focusAfter,
  onConfirm,
  onClose,
}: PasswordDialogProps) {
  const [problem, setProblem] = useState<string>()
  const [sending, setSending] = useState(false)
  const { withFreshFactor, prompt } = useFreshFactor()

  async function confirm(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending) return
    const form = event.currentTarget
    const fields = new FormData(form)
    const password = String(fields.get('password') ?? '')
    if (password === '') setProblem(t`Password is required`)
    else {
      setSending(true)
      setProblem(undefined)
      try {
        return await withFreshFactor(() => onConfirm(password, fields))
      } catch (error) {
        setSending(false)
        if (isSessionOver(error)) return
        setProblem(messageOf(error, t`Something went wrong. Please try again.`))
      }
    }
    form.querySelector<HTMLInputElement>('[name="password"]')?.focus()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      {...(focusAfter && { focusAfter })}
    >
      <form className="page-form" noValidate method="post" onSubmit={(event) => void confirm(event)}>
        {children}
        <OwnUserName />
        <PasswordField label={t`Password`} name="password" autoComplete="current-password" error={problem} />
        <div className="actions">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} loading={sending}>
            {action}
          </Button>
        </div>
      </form>
      {prompt}
    </Dialog>
  )
}
