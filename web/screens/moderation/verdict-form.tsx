import { plural, t } from '@lingui/core/macro'
import { useState } from 'react'
import type { DecisionKind } from '#schema/moderation.ts'
import { isVisible } from '#schema/visible.ts'
import { ApiFailure, messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'
import { Button } from '../../ui/button.tsx'
import { ignoreRepeats } from '../../ui/keys.ts'
import { useUnsentText } from '../shared/forms/use-unsent-text.ts'
import { useFreshFactor } from '../shared/second-factor/use-fresh-factor.tsx'
import { actionLabel } from './labels.ts'
import { ReasonField } from './reason-field.tsx'
import { DISMISSAL_TEMPLATES, VERDICT_TEMPLATES } from './reason-templates.ts'

interface VerdictFormProps {
  /** The id of the report or the member that the decision is about. */
  about: string
  mayDismiss?: boolean
  isMutating: boolean
  decide(verdict: { kind: DecisionKind; reason: string; days: number | null }): Promise<void>
}

const DAYS = [1, 3, 7, 30, 90] as const

/** The form for a decision. The person it is about reads the reason. */
export function VerdictForm({ about, mayDismiss, isMutating, decide }: VerdictFormProps) {
  const { toasts } = useServices()
  const [reason, setReason] = useUnsentText(`reason ${about}`)
  const [days, setDays] = useState<number>(7)
  const [error, setError] = useState<string>()
  /** A ban needs a second press. */
  const [sure, setSure] = useState(false)
  const { withFreshFactor, prompt } = useFreshFactor()
  const [chosen, setChosen] = useState<DecisionKind | null>(null)

  async function press(kind: DecisionKind) {
    if (!isVisible(reason)) return setError(t`Enter a reason. The person will read it.`)
    setError(undefined)
    if (kind === 'BAN' && !sure) return setSure(true)
    setChosen(kind)
    try {
      const verdict = { kind, reason: reason.trim(), days: kind === 'SUSPEND' ? days : null }
      await withFreshFactor(() => decide(verdict))
      toasts.show({ title: actionLabel(kind) })
      setReason('')
      setSure(false)
    } catch (cause) {
      const fieldError = cause instanceof ApiFailure && cause.fields.reason
      setError(fieldError || messageOf(cause, t`We couldn't save your decision. Please try again.`))
    }
  }

  const button = (kind: DecisionKind) => ({
    loading: isMutating && chosen === kind,
    disabled: isMutating && chosen !== kind,
    onClick: () => void press(kind),
  })

  return (
    <div className="verdict">
      <ReasonField
        label={t`Reason (the person will read this)`}
        value={reason}
        error={error}
        templates={mayDismiss ? [...VERDICT_TEMPLATES, ...DISMISSAL_TEMPLATES] : VERDICT_TEMPLATES}
        onChange={(value) => {
          setSure(false)
          setReason(value)
        }}
      />
      <div className="verdict-acts">
        <Button {...button('WARN')}>{t({ message: 'Warn', context: 'a member' })}</Button>
        <span className="suspend">
          <Button {...button('SUSPEND')}>{t({ message: 'Suspend', context: 'a member' })}</Button>
          <select
            className="input"
            aria-label={t`For how long`}
            value={days}
            onChange={(event) => setDays(Number(event.target.value))}
          >
            {DAYS.map((count) => (
              <option key={count} value={count}>
                {plural(count, { one: '# day', other: '# days' })}
              </option>
            ))}
          </select>
        </span>
        {mayDismiss && (
          <Button variant="quiet" {...button('DISMISS')}>
            {t({ message: 'Dismiss', context: 'reports' })}
          </Button>
        )}
        <Button
          variant="danger"
          {...button('BAN')}
          // The second click of a double click does not confirm.
          onClick={(event) => event.detail < 2 && void press('BAN')}
          onKeyDown={ignoreRepeats}
          onBlur={() => setSure(false)}
        >
          {sure ? t`Ban permanently?` : t({ message: 'Ban', context: 'a member' })}
        </Button>
      </div>
      {prompt}
    </div>
  )
}
