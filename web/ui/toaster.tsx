import { t } from '@lingui/core/macro'
import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { pageDirection } from '../i18n/page-direction.ts'
import { isInDialog } from './layers.ts'
import { Overlap } from './logo.tsx'

interface ToasterProps {
  toast: {
    id: number
    open: boolean
    title: string
    description: string | null
    variant: 'default' | 'destructive'
    duration: number
    action: { label: string; run(): void } | null
  } | null
  onClose(id: number): void
}

/** Radix writes the name of the key in its place. */
const hotkey = '{hotkey}'

/** Shows one toast at a time. F8 focuses it, a swipe of 50 px closes it, and Escape unless the focus is in a dialog. */
export function Toaster({ toast, onClose }: ToasterProps) {
  // Both handlers run for the same key press, so no render comes between them.
  let leavesOpen = false
  return (
    <Radix.Provider
      swipeThreshold={50}
      swipeDirection={pageDirection() === 'rtl' ? 'left' : 'right'}
      duration={5000}
    >
      {toast && (
        <Radix.Root
          key={toast.id}
          className="toast"
          data-variant={toast.variant}
          data-short={toast.description || toast.action ? undefined : ''}
          open={toast.open}
          duration={toast.duration}
          onEscapeKeyDown={({ target }) => {
            // Radix would close a toast that opened after the dialog, and preventing that would keep the key from the dialog.
            leavesOpen = isInDialog(target)
          }}
          onOpenChange={(open) => {
            if (!open && !leavesOpen) onClose(toast.id)
            leavesOpen = false
          }}
        >
          <Overlap />
          <div>
            <Radix.Title asChild>
              <strong>{toast.title}</strong>
            </Radix.Title>
            {toast.description && (
              <Radix.Description asChild>
                <p>{toast.description}</p>
              </Radix.Description>
            )}
            {toast.action && (
              <Radix.Action asChild altText={toast.action.label}>
                <button type="button" className="toast-action" onClick={toast.action.run}>
                  {toast.action.label}
                </button>
              </Radix.Action>
            )}
          </div>
          <Radix.Close className="icon-button" aria-label={t`Close`}>
            <X className="icon" data-size="sm" aria-hidden="true" />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport className="toasts" hotkey={['F8']} label={t`Notifications (${hotkey})`} />
    </Radix.Provider>
  )
}
