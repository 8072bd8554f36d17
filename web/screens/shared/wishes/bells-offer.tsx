import { t } from '@lingui/core/macro'
import { BellPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { withTexts } from '../../../i18n/with-texts.ts'
import { Button } from '../../../ui/button.tsx'
import { deferred } from '../../../ui/deferred.tsx'

const BellsDialog = deferred(() => withTexts('people', import('./bells-dialog.tsx')), 'BellsDialog')

/** Opens the interest bells, for a member who has waited for long. */
export function BellsOffer({ interests }: { interests: readonly string[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <BellPlus className="icon" data-size="sm" aria-hidden="true" />
        {t`Tell me when someone is looking`}
      </Button>
      {isOpen && (
        <Suspense>
          <BellsDialog interests={interests} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
