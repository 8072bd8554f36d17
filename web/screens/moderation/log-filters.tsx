import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { shownName } from '../../i18n/shown-name.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ACTION_LABELS, automaticName, isActionKind } from './labels.ts'
import { filterOf, type LogForm, NO_FILTER } from './log-filter.ts'

interface LogFiltersProps {
  form: LogForm
  change(form: LogForm): void
}

export function LogFilters({ form, change }: LogFiltersProps) {
  const kindId = useId()
  const set = (changes: Partial<LogForm>) => change({ ...form, ...changes })
  const filtered = Object.keys(filterOf(form)).length > 0
  return (
    <search className="log-filters sheet-surface">
      <TextField
        label={t`Reason or name`}
        type="search"
        maxLength={100}
        value={form.text}
        onChange={(event) => set({ text: event.target.value })}
      />
      <div className="field">
        <label className="label" htmlFor={kindId}>
          {t`Action`}
        </label>
        <select
          id={kindId}
          className="input"
          value={form.kind}
          onChange={({ target: { value } }) => set({ kind: isActionKind(value) ? value : '' })}
        >
          <option value="">{t`All actions`}</option>
          {Object.entries(ACTION_LABELS).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {i18n._(label)}
            </option>
          ))}
        </select>
      </div>
      <TextField
        label={t({ message: 'From', context: 'the first day' })}
        type="date"
        value={form.from}
        onChange={(event) => set({ from: event.target.value })}
      />
      <TextField
        label={t({ message: 'Until', context: 'the last day' })}
        type="date"
        value={form.until}
        onChange={(event) => set({ until: event.target.value })}
      />
      {filtered && (
        <div className="log-people">
          {form.by && (
            <ChosenActor
              name={form.by === 'automatic' ? automaticName() : shownName(form.by.displayName)}
              remove={() => set({ by: null })}
            />
          )}
          {form.about && (
            <ChosenSubject name={shownName(form.about.displayName)} remove={() => set({ about: null })} />
          )}
          <Button size="sm" variant="quiet" onClick={() => change(NO_FILTER)}>
            {t`Clear all filters`}
          </Button>
        </div>
      )}
    </search>
  )
}

interface ChosenNameProps {
  name: string
  remove(): void
}

const ChosenActor = ({ name, remove }: ChosenNameProps) => (
  <Chosen label={t`By ${name}: remove this filter`} remove={remove}>
    <Trans comment="filter of the audit log: who acted">
      By <bdi translate="no">{name}</bdi>
    </Trans>
  </Chosen>
)

const ChosenSubject = ({ name, remove }: ChosenNameProps) => (
  <Chosen label={t`About ${name}: remove this filter`} remove={remove}>
    <Trans comment="filter of the audit log: whom the action affects">
      About <bdi translate="no">{name}</bdi>
    </Trans>
  </Chosen>
)

interface ChosenProps {
  label: string
  remove(): void
  children: ReactNode
}

const Chosen = ({ label, remove, children }: ChosenProps) => (
  <Button size="sm" onClick={remove} aria-label={label}>
    {children}
    <X className="icon" data-size="sm" aria-hidden="true" />
  </Button>
)
