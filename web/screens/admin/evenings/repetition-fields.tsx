import { t } from '@lingui/core/macro'
import { LIMITS } from '#schema/limits.ts'
import { TextField } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'

export interface Repetition {
  kind: 'once' | 'times' | 'lastDay'
  /** As the fields hold them. */
  times: string
  lastDay: string
}

/** Returns what the server needs to know of the repetition. */
export const repetitionOf = ({ kind, times, lastDay }: Repetition) => ({
  times: kind === 'times' ? Math.trunc(Number(times)) || 0 : null,
  lastDay: kind === 'lastDay' ? lastDay : null,
})

interface RepetitionFieldsProps {
  repetition: Repetition
  errors: Readonly<Record<string, string>>
  onChange(repetition: Repetition): void
}

/** How often a new evening repeats. */
export function RepetitionFields({ repetition, errors, onChange }: RepetitionFieldsProps) {
  const { kind } = repetition
  const kinds = [
    { value: 'once', label: t`Once` },
    { value: 'times', label: t`Every week, several times` },
    { value: 'lastDay', label: t`Every week, until a day` },
  ] as const
  return (
    <div className="evening-repeats">
      <Select
        label={t`Repetition`}
        options={kinds}
        value={kind}
        onChange={(value) => {
          const chosen = kinds.find((one) => one.value === value)
          if (chosen) onChange({ ...repetition, kind: chosen.value })
        }}
      />
      {kind === 'times' && (
        <TextField
          label={t`How many evenings`}
          type="number"
          min={1}
          max={LIMITS.evenings.times}
          required
          value={repetition.times}
          error={errors.times}
          onChange={({ target }) => onChange({ ...repetition, times: target.value })}
        />
      )}
      {kind === 'lastDay' && (
        <TextField
          label={t`Last day`}
          type="date"
          required
          value={repetition.lastDay}
          error={errors.lastDay}
          onChange={({ target }) => onChange({ ...repetition, lastDay: target.value })}
        />
      )}
    </div>
  )
}
