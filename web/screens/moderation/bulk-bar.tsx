import { useState } from 'react'
import { MAX_BULK } from '#schema/moderation.ts'
import { messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { Button } from '../../ui/button.tsx'
import type { Report } from './operations.ts'
import { DISMISS_REPORTS } from './operations-team.ts'
import { ReasonField } from './reason-field.tsx'
import { DISMISSAL_TEMPLATES } from './reason-templates.ts'
import { canBeChosen } from './reports.tsx'
import type { PagesOf } from './use-pages.ts'

/** Manages the reports that are selected for a bulk dismissal. */
export function useSelection({ page, drop }: PagesOf<Report>) {
  const [on, setOn] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const shown = (page?.nodes ?? []).filter(canBeChosen).map(({ id }) => id)
  // Drop reports that have been decided since they were selected.
  const ids = new Set(shown.filter((id) => chosen.has(id)))
  return {
    on,
    ids,
    begin: () => setOn(true),
    end() {
      setOn(false)
      setChosen(new Set())
    },
    toggle(id: string) {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      setChosen(next)
    },
    all: () => setChosen(new Set(shown.slice(0, MAX_BULK))),
    done: (dismissed: readonly string[]) => drop(({ id }) => dismissed.includes(id)),
  }
}

type Chosen = ReturnType<typeof useSelection>

/** The form that dismisses several reports with one reason. */
export function BulkBar({ selection }: { selection: Chosen }) {
  if (!selection.on)
    return (
      <div className="bulk-bar">
        <Button size="sm" variant="quiet" onClick={selection.begin}>
          Dismiss several reports{' '}
        </Button>
      </div>
    )
  return <BulkForm selection={selection} />
}

function BulkForm({ selection }: { selection: Chosen }) {
  const { toasts } = useServices()
  const { mutate, isMutating } = useMutation(DISMISS_REPORTS)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const count = selection.ids.size

  async function dismiss() {
    if (reason.trim() === '') return setError('Enter a reason for the audit log.')
    setError(undefined)
    try {
      const { dismissReports } = await mutate({ ids: [...selection.ids], reason: reason.trim() })
      const { dismissed, refused } = dismissReports
      selection.done(dismissed)
      toasts.show({
        title: dismissed.length === 1 ? 'One report dismissed' : `${dismissed.length} reports dismissed`,
        ...(refused[0] && { description: `${refused.length} not dismissed: ${refused[0].message}` }),
      })
      if (refused.length === 0) selection.end()
    } catch (cause) {
      setError(messageOf(cause, "We couldn't dismiss these reports. Please try again."))
    }
  }

  return (
    <section className="bulk-bar bulk-form" aria-label="Dismiss several reports">
      <p role="status">
        {count === 0
          ? `Select up to ${MAX_BULK} reports below.`
          : count === 1
            ? '1 report selected'
            : `${count} reports selected`}
      </p>
      <ReasonField
        label="Reason (for the audit log)"
        value={reason}
        error={error}
        templates={DISMISSAL_TEMPLATES}
        onChange={setReason}
      />
      <div className="appeal-acts">
        <Button
          loading={isMutating}
          disabled={count === 0 || count > MAX_BULK}
          onClick={() => void dismiss()}
        >
          {count > 0 ? `Dismiss ${count}` : 'Dismiss'}
        </Button>
        <Button variant="quiet" onClick={selection.all}>
          Select all shown
        </Button>
        <Button variant="quiet" onClick={selection.end}>
          Cancel
        </Button>
      </div>
    </section>
  )
}
