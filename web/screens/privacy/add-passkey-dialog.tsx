import { t } from '@lingui/core/macro'
import { PASSKEYS as LIMITS } from '#schema/passkeys.ts'
import { ApiFailure } from '../../data/failure.ts'
import type { PasskeyProblem } from '../../data/passkeys.ts'
import { useServices } from '../../hooks/services.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { TextField } from '../../ui/field.tsx'
import { ADD_PASSKEY, BEGIN_PASSKEY } from './operations.ts'
import { PasswordDialog } from './password-dialog.tsx'

interface AddPasskeyDialogProps {
  onAdded(): Promise<void>
  onClose(): void
}

/** Asks for a name and the password, then the browser makes the passkey. */
export function AddPasskeyDialog({ onAdded, onClose }: AddPasskeyDialogProps) {
  const { toasts } = useServices()
  const begin = useMutation(BEGIN_PASSKEY)
  const add = useMutation(ADD_PASSKEY)

  async function addPasskey(password: string, form: FormData) {
    const name = String(form.get('passkeyName') ?? '').trim() || t`My passkey`
    const { beginPasskey } = await begin.mutate({ password })
    const { makePasskey, passkeyProblem } = await import('../../data/passkeys.ts')
    const credential = await makePasskey(JSON.parse(beginPasskey)).catch((error: unknown) => {
      throw problemOf(passkeyProblem(error))
    })
    await add.mutate({ name, credential })
    toasts.show({ title: t`Passkey added` })
    await onAdded()
  }

  return (
    <PasswordDialog
      title={t`Add a passkey`}
      description={t`Confirm your password. Then your browser asks you to save the passkey.`}
      action={t`Continue`}
      onConfirm={addPasskey}
      onClose={onClose}
    >
      <TextField
        label={t`Name of the passkey`}
        name="passkeyName"
        defaultValue={t`My passkey`}
        maxLength={LIMITS.nameMax}
        autoComplete="off"
      />
    </PasswordDialog>
  )
}

function problemOf(problem: PasskeyProblem): ApiFailure {
  const messages: Record<PasskeyProblem, string> = {
    cancelled: t`No passkey was saved. You can try again.`,
    'already added': t`This device already has a passkey for your account.`,
    failed: t`Your browser couldn't save a passkey. Please try another browser or device.`,
  }
  return new ApiFailure(0, 'INVALID', messages[problem])
}
