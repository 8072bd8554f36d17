import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useServices } from '../../hooks/services.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { type ResetKey, useNewPassword } from './use-new-password.ts'

/** `?passwordReset=success` opens the dialog, `=failed` shows a toast. The query is then cleared (spec §2). */
export function ResetOutcome() {
  const { toasts } = useServices()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const [key, setKey] = useState<ResetKey | null>(null)
  const { done, save } = useNewPassword(key)

  useEffect(() => {
    const outcome = query.get('passwordReset')
    if (outcome === null) return
    const token = query.get('token')
    const userName = query.get('userName')
    if (outcome === 'success' && token && userName) setKey({ by: 'user', token, userName })
    else {
      toasts.show({
        title: t`Password Reset Failed`,
        description: t`We couldn't reset your password. The link may be invalid or expired. Please request a new reset link.`,
        variant: 'destructive',
      })
    }
    setQuery({}, { replace: true })
  }, [query, setQuery, toasts])

  if (!key) return null
  const close = () => setKey(null)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={done ? t`Password reset complete` : t`Reset your password`}
      description={
        done
          ? t`We logged out all your devices. Log in with your new password.`
          : t`It replaces your old password. We'll log you out on all devices.`
      }
    >
      {done ? (
        <div className="actions">
          <Button
            variant="primary"
            onClick={() => {
              close()
              navigate('/auth')
            }}
          >
            {t`Go to login`}
          </Button>
        </div>
      ) : (
        <NewPasswordForm userName={key.by === 'link' ? null : key.userName} onSave={save} />
      )}
    </Dialog>
  )
}
