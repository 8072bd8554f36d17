import './wishes.css'
import { t } from '@lingui/core/macro'
import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { LIMITS } from '#schema/limits.ts'
import { TextField } from '../../../ui/field.tsx'

interface Bound {
  input: UseFormRegisterReturn
  error: string | undefined
}

/** The ages that the member wants to be matched with. An empty field is no limit. */
export function AgeWishField({ lowest, highest }: { lowest: Bound; highest: Bound }) {
  const hintId = useId()
  return (
    <fieldset className="field" aria-describedby={hintId}>
      <legend className="label">{t`Ages you want to meet`}</legend>
      <div className="age-wish">
        <TextField
          label={t`Lowest age`}
          inputMode="numeric"
          autoComplete="off"
          placeholder={String(LIMITS.age.min)}
          error={lowest.error}
          {...lowest.input}
        />
        <TextField
          label={t`Highest age`}
          inputMode="numeric"
          autoComplete="off"
          placeholder={String(LIMITS.age.max)}
          error={highest.error}
          {...highest.input}
        />
      </div>
      <p className="hint" id={hintId}>
        {t`Find Match only finds people of these ages who also want to meet someone your age. Leave both empty for every age. A narrow range can make you wait longer.`}
      </p>
    </fieldset>
  )
}
