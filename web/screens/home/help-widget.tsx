import { t } from '@lingui/core/macro'
import { LifeBuoy } from 'lucide-react'
import { Suspense, useRef, useState, useTransition } from 'react'
import { deferred } from '../../ui/deferred.tsx'

const HelpPopover = deferred(() => import('./help-popover.tsx'), 'HelpPopover')

/** The Help button. What it shows loads with the first press. */
export function HelpWidget() {
  const [isOpen, setOpen] = useState(false)
  const [isLoading, startOpening] = useTransition()
  const widget = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        type="button"
        className="widget"
        ref={widget}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-busy={isLoading || undefined}
        onPointerEnter={HelpPopover.preload}
        onClick={() => startOpening(() => setOpen(!isOpen))}
      >
        <LifeBuoy className="icon" data-size="sm" aria-hidden="true" />
        {t`Help`}
      </button>
      <Suspense>
        {isOpen && (
          <div className="part-slot">
            <HelpPopover opener={widget} onClose={() => setOpen(false)} />
          </div>
        )}
      </Suspense>
    </>
  )
}
