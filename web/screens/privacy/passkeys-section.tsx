import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { PASSKEYS as LIMITS } from '#schema/passkeys.ts'
import { canUsePasskeys } from '../../data/can-use-passkeys.ts'
import { useServices } from '../../hooks/services.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { dateLocale } from '../../i18n/locales.ts'
import { Button } from '../../ui/button.tsx'
import { focusBelowDialogs } from '../../ui/focus-below-dialogs.ts'
import { QueryResult } from '../shared/query-result.tsx'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { PASSKEYS, type Passkey, REMOVE_PASSKEY } from './operations.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'

const dateOf = (time: string) =>
  new Date(time).toLocaleDateString(dateLocale(), { day: 'numeric', month: 'long', year: 'numeric' })

/** The member's passkeys: each can be renamed and removed, and one more added where the browser can. */
export function PasskeysSection() {
  const { data, failure, refetch } = useQuery(PASSKEYS, {})
  const [isAdding, setAdding] = useState(false)
  // A suspended member has no user here, and reads the server's answer instead.
  const emailVerified = useServices().session.getState().user?.emailVerified ?? true

  async function changed() {
    setAdding(false)
    await refetch()
    focusBelowDialogs(document.getElementById('passkeys-title'))
  }

  return (
    <>
      <p className="privacy-lede">
        {t`A passkey lets you log in with your fingerprint, face or screen lock. Nobody can guess it or trick you into giving it away. Your password keeps working.`}
      </p>
      <QueryResult data={data} failure={failure} what="your passkeys" retry={refetch}>
        {({ passkeys }) => (
          <>
            {passkeys.length > 0 && (
              <ul className="privacy-list">
                {passkeys.map((passkey) => (
                  <PasskeyRow key={passkey.id} passkey={passkey} onRenamed={refetch} onRemoved={changed} />
                ))}
              </ul>
            )}
            <AddButton
              isVerified={emailVerified}
              isFull={passkeys.length >= LIMITS.mostPerAccount}
              onClick={() => setAdding(true)}
            />
          </>
        )}
      </QueryResult>
      {isAdding && <AddPasskeyDialog onAdded={changed} onClose={() => setAdding(false)} />}
    </>
  )
}

interface AddButtonProps {
  isVerified: boolean
  isFull: boolean
  onClick(): void
}

function AddButton({ isVerified, isFull, onClick }: AddButtonProps) {
  if (!canUsePasskeys()) return <p>{t`This browser or app can't use passkeys here.`}</p>
  if (!isVerified) return <p>{t`Please verify your email address before you add a passkey.`}</p>
  if (isFull) return <p>{t`You have as many passkeys as an account can have. Remove one to add another.`}</p>
  return <Button onClick={onClick}>{t`Add a passkey`}</Button>
}

interface PasskeyRowProps {
  passkey: Passkey
  onRenamed(): Promise<unknown>
  onRemoved(): Promise<void>
}

function PasskeyRow({ passkey, onRenamed, onRemoved }: PasskeyRowProps) {
  const { toasts } = useServices()
  const { mutate } = useMutation(REMOVE_PASSKEY)
  const [asking, setAsking] = useState<'name' | 'removal' | null>(null)
  const { id, name } = passkey
  const created = dateOf(passkey.created)
  const lastUsed = passkey.lastUsed === null ? null : dateOf(passkey.lastUsed)

  async function remove(password: string) {
    await mutate({ id, password })
    setAsking(null)
    toasts.show({ title: t`Passkey removed` })
    await onRemoved()
  }

  return (
    <li>
      <KeyRound className="icon" aria-hidden="true" />
      <div>
        <p className="privacy-name">
          <bdi translate="no">{name}</bdi>
        </p>
        <p className="caption ink-3 num">
          {lastUsed ? t`Added ${created}, last used ${lastUsed}` : t`Added ${created}, not used yet`}
        </p>
      </div>
      <div className="privacy-actions">
        <Button size="sm" variant="quiet" onClick={() => setAsking('name')}>
          <Trans>
            Rename<span className="sr-only"> the passkey {name}</span>
          </Trans>
        </Button>
        <Button size="sm" variant="danger-quiet" onClick={() => setAsking('removal')}>
          <Trans>
            Remove<span className="sr-only"> the passkey {name}</span>
          </Trans>
        </Button>
      </div>
      {asking === 'name' && (
        <RenamePasskeyDialog passkey={passkey} onRenamed={onRenamed} onClose={() => setAsking(null)} />
      )}
      {asking === 'removal' && (
        <PasswordDialog
          title={t`Remove the passkey ${name}?`}
          description={t`It won't open your account any more. You can also delete it from your device.`}
          action={t`Remove`}
          danger
          onConfirm={remove}
          onClose={() => setAsking(null)}
        />
      )}
    </li>
  )
}
