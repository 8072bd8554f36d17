import { t } from '@lingui/core/macro'
import { Bell, ChevronRight } from 'lucide-react'
import { Suspense, useState } from 'react'
import { deferred } from '../../../ui/deferred.tsx'

const BellsDialog = deferred(() => import('./bells-dialog.tsx'), 'BellsDialog')

/** Opens the interest bells from the settings. */
export function BellsRow({ interests }: { interests: readonly string[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="panel-row" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Bell className="icon" aria-hidden="true" />
        <span className="grow">{t`Interest bells`}</span>
        <ChevronRight className="icon" aria-hidden="true" />
      </button>
      {isOpen && (
        <Suspense>
          <BellsDialog interests={interests} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
