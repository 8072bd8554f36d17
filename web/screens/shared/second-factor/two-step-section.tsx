import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import './second-factor.css'
import { useState } from 'react'
import { useServices } from '../../../hooks/services.tsx'
import { useMutation } from '../../../hooks/use-mutation.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import { dateLocale } from '../../../i18n/locales.ts'
import { Button } from '../../../ui/button.tsx'
import { focusBelowDialogs } from '../../../ui/focus-below-dialogs.ts'
import { QueryResult } from '../query-result.tsx'
import { ChangeDialog, type Proof } from './change-dialog.tsx'
import { Enrolment } from './enrolment.tsx'
import {
  DISABLE_FACTOR,
  DISABLE_FACTOR_BY_PASSWORD,
  FACTOR_STATE,
  type FactorState,
  RENEW_RECOVERY_CODES,
  RENEW_RECOVERY_CODES_BY_PASSWORD,
} from './operations.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

const dateOf = (time: string) =>
  new Date(time).toLocaleDateString(dateLocale(), { day: 'numeric', month: 'long', year: 'numeric' })

/** Two-step login in the privacy centre: whether it is on, and how to change that. */
export function TwoStepSection() {
  const { data, failure, refetch } = useQuery(FACTOR_STATE, {})
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [enrolling, setEnrolling] = useState(false)
  // A suspended member has no user here, and reads the server's answer instead.
  const emailVerified = useServices().session.getState().user?.emailVerified ?? true

  async function changed() {
    setCodes(null)
    setEnrolling(false)
    await refetch()
    focusBelowDialogs(document.getElementById('two-step-title'))
  }

  if (codes) return <RecoveryCodes codes={codes} onSaved={() => void changed()} />
  if (enrolling) return <Enrolment onDone={() => void changed()} onCancel={() => setEnrolling(false)} />
  return (
    <>
      <p className="privacy-lede">
        {t`When you log in, we ask for your password and a code from an app on your phone. Someone who knows only your password can't get in.`}
      </p>
      <QueryResult data={data} failure={failure} what="this setting" retry={refetch}>
        {({ secondFactor }) =>
          secondFactor.since ? (
            <On state={secondFactor} since={secondFactor.since} onCodes={setCodes} onChanged={changed} />
          ) : (
            <>
              <p>
                <Trans>
                  Two-step login is <b>off</b>. Switching it on logs out your other devices.
                </Trans>
              </p>
              {emailVerified ? (
                <Button onClick={() => setEnrolling(true)}>{t`Switch on two-step login`}</Button>
              ) : (
                <p>{t`Please verify your email address before you switch on two-step login.`}</p>
              )}
            </>
          )
        }
      </QueryResult>
    </>
  )
}

interface OnProps {
  state: FactorState
  since: string
  onCodes(codes: readonly string[]): void
  onChanged(): Promise<void>
}

function On({ state, since, onCodes, onChanged }: OnProps) {
  const { toasts } = useServices()
  const [asking, setAsking] = useState<'off' | 'codes' | null>(null)
  const disable = useMutation(DISABLE_FACTOR)
  const disableByPassword = useMutation(DISABLE_FACTOR_BY_PASSWORD)
  const renew = useMutation(RENEW_RECOVERY_CODES)
  const renewByPassword = useMutation(RENEW_RECOVERY_CODES_BY_PASSWORD)
  const date = dateOf(since)
  // A suspended member has no user here; of staff the server asks for a code in any case.
  const mayUsePassword = (useServices().session.getState().user?.role ?? 'MEMBER') === 'MEMBER'

  async function switchOff(proof: Proof) {
    await ('code' in proof ? disable.mutate(proof) : disableByPassword.mutate(proof))
    setAsking(null)
    toasts.show({ title: t`Two-step login is off` })
    await onChanged()
  }

  async function newCodes(proof: Proof) {
    const { renewRecoveryCodes } = await ('code' in proof
      ? renew.mutate(proof)
      : renewByPassword.mutate(proof))
    setAsking(null)
    onCodes(renewRecoveryCodes)
  }

  return (
    <>
      <p>
        <Trans>
          Two-step login is <b>on</b> since {date}.
        </Trans>{' '}
        {plural(
          { count: state.recoveryCodesLeft },
          {
            0: 'You have no recovery code left.',
            one: 'You have # recovery code left.',
            other: 'You have # recovery codes left.',
          },
        )}
      </p>
      <div className="factor-actions">
        <Button onClick={() => setAsking('codes')}>{t`Make new recovery codes`}</Button>
        <Button variant="danger-quiet" onClick={() => setAsking('off')}>
          {t`Switch off`}
        </Button>
      </div>
      {asking === 'codes' && (
        <ChangeDialog
          title={t`Make new recovery codes?`}
          description={t`Your old recovery codes stop working.`}
          action={t`Make new codes`}
          mayUsePassword={mayUsePassword}
          onConfirm={newCodes}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'off' && (
        <ChangeDialog
          title={t`Switch off two-step login?`}
          description={t`From then on, your password alone opens your account.`}
          action={t`Switch off`}
          danger
          mayUsePassword={mayUsePassword}
          onConfirm={switchOff}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}
