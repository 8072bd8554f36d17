import { t } from '@lingui/core/macro'
import { useContext, useEffect, useState } from 'react'
import { CloseGuards } from './close-guard.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/**
 * Inside a dialog: while `when` is true, Escape, Back, the close button and a press outside ask before they discard what
 * the dialog holds. A Cancel button of the dialog discards at once.
 */
export function Unsaved({ when }: { when: boolean }) {
  const guards = useContext(CloseGuards)
  const [asked, setAsked] = useState<{ close(): void } | null>(null)

  useEffect(() => {
    if (!when || !guards) return
    const ask = (close: () => void) => setAsked({ close })
    guards.add(ask)
    return () => void guards.delete(ask)
  }, [when, guards])

  return (
    asked && (
      <ConfirmDialog
        title={t`Discard what you entered?`}
        description={t`It has not been saved or sent yet.`}
        action={t`Discard`}
        cancel={t({ message: 'Keep editing', context: 'a form' })}
        onConfirm={asked.close}
        onClose={() => setAsked(null)}
      />
    )
  )
}
