import './interest-bells.css'
import { t } from '@lingui/core/macro'
import { useId } from 'react'
import { interestName } from '../../../i18n/interest-name.ts'
import { FieldError } from '../../../ui/field.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useInterestBells } from './use-interest-bells.ts'

/**
 * A switch for each interest of the member: its bell tells them that someone who likes it is searching. The switches wait
 * for the server, at their place. Nothing is shown for a profile without interests.
 */
export function InterestBells({ interests }: { interests: readonly string[] }) {
  const { bells, isLoading, hasFailed, retry, set, refusals } = useInterestBells(interests)
  const hintId = useId()
  if (interests.length === 0) return null
  return (
    <fieldset
      className="field interest-bells"
      aria-describedby={hintId}
      aria-busy={(bells === null && isLoading) || undefined}
    >
      <legend className="label">{t`Tell me when someone is looking who likes`}</legend>
      {hasFailed ? (
        <LoadFailure message={t`We couldn't load your interest bells.`} loading={isLoading} retry={retry} />
      ) : (
        interests.map((interest) => (
          <BellRow
            key={interest}
            interest={interest}
            isOn={bells?.find((bell) => bell.interest === interest)?.on ?? null}
            refusal={refusals[interest]}
            onChange={(on) => set({ interest, on })}
          />
        ))
      )}
      <p className="hint" id={hintId}>
        {t`At most once a day for each interest. We never say who it is.`}
      </p>
    </fieldset>
  )
}

interface BellRowProps {
  interest: string
  /** Null until it is known. */
  isOn: boolean | null
  /** Why the last change was not made. */
  refusal: string | undefined
  onChange(on: boolean): void
}

function BellRow({ interest, isOn, refusal, onChange }: BellRowProps) {
  const errorId = useId()
  return (
    <>
      <Switch
        label={<bdi>{interestName(interest)}</bdi>}
        checked={isOn ?? false}
        disabled={isOn === null}
        aria-describedby={refusal === undefined ? undefined : errorId}
        onChange={({ target }) => onChange(target.checked)}
      />
      <FieldError id={errorId}>{refusal}</FieldError>
    </>
  )
}
