import { t } from '@lingui/core/macro'
import { type SubmitEvent, useState } from 'react'
import { PASSKEYS as LIMITS } from '#schema/passkeys.ts'
import { isSessionOver, messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { type Passkey, RENAME_PASSKEY } from './operations.ts'

interface RenamePasskeyDialogProps {
  passkey: Passkey
  onRenamed(): Promise<unknown>
  onClose(): void
}

/** Gives a passkey another name. It opens the account as before, so no password is needed. */
export function RenamePasskeyDialog({ passkey: { id, name }, onRenamed, onClose }: RenamePasskeyDialogProps) {
  const { toasts } = useServices()
  const { mutate, isMutating } = useMutation(RENAME_PASSKEY)
  const [problem, setProblem] = useState<string>()

  async function rename(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isMutating) return
    const form = event.currentTarget
    const given = String(new FormData(form).get('passkeyName') ?? '').trim()
    try {
      if (given !== name) await mutate({ id, name: given })
      onClose()
      if (given === name) return
      toasts.show({ title: t`Passkey renamed` })
      await onRenamed()
    } catch (error) {
      if (isSessionOver(error)) return
      setProblem(messageOf(error, t`Something went wrong. Please try again.`))
      form.querySelector<HTMLInputElement>('[name="passkeyName"]')?.focus()
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Rename the passkey`}
      description={t`The name helps you tell your passkeys apart. Only you see it.`}
    >
      <form className="page-form" noValidate method="post" onSubmit={(event) => void rename(event)}>
        <TextField
          label={t`Name of the passkey`}
          name="passkeyName"
          defaultValue={name}
          maxLength={LIMITS.nameMax}
          autoComplete="off"
          error={problem}
        />
        <div className="actions">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" variant="primary" loading={isMutating}>
            {t`Save`}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
