import { t } from '@lingui/core/macro'
import { type SubmitEvent, useState } from 'react'
import { isSessionOver, messageOf } from '../../../data/failure.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { OwnUserName } from '../forms/own-user-name.tsx'
import { CodeField } from './code-field.tsx'

/** The proof for a change: either a code or the password. */
export type Proof = { code: string } | { password: string }

interface ChangeDialogProps {
  title: string
  description: string
  action: string
  danger?: boolean
  /** Staff can only use a code. */
  mayUsePassword: boolean
  /** @throws ApiFailure */
  onConfirm(proof: Proof): Promise<void>
  onClose(): void
}

/** Asks for a code, or the password instead, before two-step login changes. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { title, description, action, danger, mayUsePassword, onConfirm, onClose } = props
  const [byPassword, setByPassword] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [sending, setSending] = useState(false)

  async function confirm(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending) return
    const given = new FormData(event.currentTarget)
    const proof: Proof = byPassword
      ? { password: String(given.get('password') ?? '') }
      : { code: String(given.get('code') ?? '').trim() }
    const [value] = Object.values(proof)
    if (value === '') return setProblem(byPassword ? t`Password is required` : t`Enter the code`)
    setSending(true)
    setProblem(undefined)
    try {
      await onConfirm(proof)
    } catch (error) {
      setSending(false)
      if (isSessionOver(error)) return
      setProblem(messageOf(error, t`Something went wrong. Please try again.`))
    }
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description}>
      <form className="page-form" noValidate method="post" onSubmit={(event) => void confirm(event)}>
        {byPassword ? (
          <>
            <OwnUserName />
            <PasswordField
              label={t`Password`}
              name="password"
              autoComplete="current-password"
              autoFocus
              error={problem}
            />
          </>
        ) : (
          <CodeField error={problem} />
        )}
        {mayUsePassword && (
          <button
            type="button"
            className="link factor-other"
            onClick={() => {
              setProblem(undefined)
              setByPassword(!byPassword)
            }}
          >
            {byPassword ? t`Use a code instead` : t`Use your password instead`}
          </button>
        )}
        <div className="actions">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} loading={sending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
