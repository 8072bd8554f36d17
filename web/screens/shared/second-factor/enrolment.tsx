import { t } from '@lingui/core/macro'
import './second-factor.css'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { ApiFailure, isSessionOver, messageOf } from '../../../data/failure.ts'
import { useMutation } from '../../../hooks/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { OwnUserName } from '../forms/own-user-name.tsx'
import { CodeField } from './code-field.tsx'
import { BEGIN_FACTOR, CONFIRM_FACTOR, type FactorSetup } from './operations.ts'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface EnrolmentProps {
  /** Called when the owner has saved the recovery codes. */
  onDone(): void
  onCancel?(): void
}

/** Switches two-step login on: the password, the app and a first code, then the recovery codes. */
export function Enrolment({ onDone, onCancel }: EnrolmentProps) {
  const [setup, setSetup] = useState<FactorSetup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onSaved={onDone} />
  if (!setup) return <PasswordStep onBegun={setSetup} {...(onCancel && { onCancel })} />
  return (
    <AppStep
      setup={setup}
      onConfirmed={setCodes}
      onExpired={() => setSetup(null)}
      {...(onCancel && { onCancel })}
    />
  )
}

interface PasswordStepProps {
  onBegun(setup: FactorSetup): void
  onCancel?(): void
}

function PasswordStep({ onBegun, onCancel }: PasswordStepProps) {
  const { mutate, isMutating } = useMutation(BEGIN_FACTOR)
  const [problem, setProblem] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const focusPassword = () => form.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus()
  useEffect(() => focusPassword(), [])

  async function begin(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isMutating) return
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    if (password === '') setProblem(t`Password is required`)
    else {
      setProblem(undefined)
      try {
        return onBegun((await mutate({ password })).beginSecondFactor)
      } catch (error) {
        if (isSessionOver(error)) return
        setProblem(messageOf(error, t`Something went wrong. Please try again.`))
      }
    }
    focusPassword()
  }

  return (
    <form ref={form} className="page-form" noValidate method="post" onSubmit={(event) => void begin(event)}>
      <p className="ink-2">{t`Enter your password to start.`}</p>
      <OwnUserName />
      <PasswordField label={t`Password`} name="password" autoComplete="current-password" error={problem} />
      <div className="actions">
        {onCancel && <Button onClick={onCancel}>{t`Cancel`}</Button>}
        <Button type="submit" variant="primary" loading={isMutating}>
          {t`Continue`}
        </Button>
      </div>
    </form>
  )
}

interface AppStepProps {
  setup: FactorSetup
  onConfirmed(codes: readonly string[]): void
  /** The QR code was shown for too long. */
  onExpired(): void
  onCancel?(): void
}

/** Groups of four are easier to type. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

function AppStep({ setup, onConfirmed, onExpired, onCancel }: AppStepProps) {
  const { mutate, isMutating } = useMutation(CONFIRM_FACTOR)
  const [problem, setProblem] = useState<string>()

  async function confirm(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isMutating) return
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    if (code === '') return setProblem(t`Enter the code`)
    setProblem(undefined)
    try {
      onConfirmed((await mutate({ code })).confirmSecondFactor)
    } catch (error) {
      if (isSessionOver(error)) return
      if (error instanceof ApiFailure && error.code === 'CONFLICT') return onExpired()
      setProblem(messageOf(error, t`Something went wrong. Please try again.`))
    }
  }

  return (
    <form className="factor-step" noValidate method="post" onSubmit={(event) => void confirm(event)}>
      <ol className="factor-steps">
        <li>
          <p>{t`Install an authenticator app on your phone if you don't have one yet.`}</p>
        </li>
        <li>
          <p>{t`Scan this QR code with the app.`}</p>
          <div className="factor-scan">
            <QrCode text={setup.uri} label={t`QR code for your authenticator app`} />
            <div>
              <p className="caption ink-2">{t`Can't scan it? Type this key into the app:`}</p>
              <code className="factor-key" translate="no">
                {grouped(setup.secret)}
              </code>
            </div>
          </div>
        </li>
        <li>
          <p>{t`Enter the 6 digits that the app shows.`}</p>
          <CodeField error={problem} recovery={false} label={t`Code from your app`} />
        </li>
      </ol>
      <div className="factor-actions">
        {onCancel && <Button onClick={onCancel}>{t`Cancel`}</Button>}
        <Button type="submit" variant="primary" loading={isMutating}>
          {t`Switch on`}
        </Button>
      </div>
    </form>
  )
}
