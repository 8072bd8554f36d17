import { plural, t } from '@lingui/core/macro'
import { useState } from 'react'
import { MAX_BULK } from '#schema/moderation.ts'
import { isVisible } from '#schema/visible.ts'
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
          {t`Dismiss several reports`}
        </Button>
      </div>
    )
  return <BulkForm selection={selection} />
}

interface DismissalOutcome {
  dismissed: readonly string[]
  refused: readonly { message: string }[]
}

/** Returns the toast about a bulk dismissal. It has the reason of the first refusal, if any. */
function outcomeOf({ dismissed, refused: [first, ...others] }: DismissalOutcome) {
  const title = plural(
    { count: dismissed.length },
    { one: 'One report dismissed', other: '# reports dismissed' },
  )
  if (!first) return { title }
  const { message } = first
  const description = plural({ count: 1 + others.length }, { other: `# not dismissed: ${message}` })
  return { title, description }
}

function BulkForm({ selection }: { selection: Chosen }) {
  const { toasts } = useServices()
  const { mutate, isMutating } = useMutation(DISMISS_REPORTS)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const count = selection.ids.size

  async function dismiss() {
    if (!isVisible(reason)) return setError(t`Enter a reason for the audit log.`)
    setError(undefined)
    try {
      const { dismissReports } = await mutate({ ids: [...selection.ids], reason: reason.trim() })
      const { dismissed, refused } = dismissReports
      selection.done(dismissed)
      toasts.show(outcomeOf(dismissReports))
      if (refused.length === 0) selection.end()
    } catch (cause) {
      setError(messageOf(cause, t`We couldn't dismiss these reports. Please try again.`))
    }
  }

  return (
    <section className="bulk-bar bulk-form" aria-label={t`Dismiss several reports`}>
      <p role="status">
        {count === 0
          ? plural({ max: MAX_BULK }, { other: 'Select up to # reports below.' })
          : plural(count, { one: '# report selected', other: '# reports selected' })}
      </p>
      <ReasonField
        label={t`Reason (for the audit log)`}
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
          {count > 0 ? plural(count, { other: 'Dismiss #' }) : t({ message: 'Dismiss', context: 'reports' })}
        </Button>
        <Button variant="quiet" onClick={selection.all}>
          {t`Select all shown`}
        </Button>
        <Button variant="quiet" onClick={selection.end}>
          {t`Cancel`}
        </Button>
      </div>
    </section>
  )
}
