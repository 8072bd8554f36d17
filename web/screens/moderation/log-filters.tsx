import { X } from 'lucide-react'
import { useId } from 'react'
import { PRODUCT } from '#schema/product.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ACTION_LABELS, isActionKind } from './labels.ts'
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
        label="Reason or name"
        type="search"
        maxLength={100}
        value={form.search}
        onChange={(event) => set({ search: event.target.value })}
      />
      <div className="field">
        <label className="label" htmlFor={kindId}>
          Action
        </label>
        <select
          id={kindId}
          className="input"
          value={form.kind}
          onChange={({ target: { value } }) => set({ kind: isActionKind(value) ? value : '' })}
        >
          <option value="">All actions</option>
          {Object.entries(ACTION_LABELS).map(([kind, word]) => (
            <option key={kind} value={kind}>
              {word}
            </option>
          ))}
        </select>
      </div>
      <TextField
        label="From"
        type="date"
        value={form.from}
        onChange={(event) => set({ from: event.target.value })}
      />
      <TextField
        label="Until"
        type="date"
        value={form.until}
        onChange={(event) => set({ until: event.target.value })}
      />
      {filtered && (
        <div className="log-people">
          {form.by && (
            <Chosen
              word="By"
              name={form.by === 'automatic' ? `${PRODUCT.name} (automatic)` : form.by.displayName}
              remove={() => set({ by: null })}
            />
          )}
          {form.about && (
            <Chosen word="About" name={form.about.displayName} remove={() => set({ about: null })} />
          )}
          <Button size="sm" variant="quiet" onClick={() => change(NO_FILTER)}>
            Clear all filters
          </Button>
        </div>
      )}
    </search>
  )
}

const Chosen = ({ word, name, remove }: { word: string; name: string; remove(): void }) => (
  <Button size="sm" onClick={remove} aria-label={`${word} ${name}: remove this filter`}>
    {word} <bdi>{name}</bdi>
    <X className="icon" data-size="sm" aria-hidden="true" />
  </Button>
)
