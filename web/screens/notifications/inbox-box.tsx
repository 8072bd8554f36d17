import '../../ui/css/account.css'
import './notifications.css'
import { t } from '@lingui/core/macro'
import { type RefObject, useEffect, useState } from 'react'
import { GraphqlProvider } from '../../hooks/graphql-provider.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { InboxPanel } from './inbox-panel.tsx'

const WIDE = '(min-width: 48rem)'

interface InboxBoxProps {
  /** The box around the bell. */
  opener: RefObject<HTMLElement | null>
  unread: number
  onUnread(unread: number): void
  onClose(): void
}

/** The open inbox: a popover below the bell, or a sheet on a phone. */
export function InboxBox({ opener, ...panel }: InboxBoxProps) {
  const isWide = useWide()
  const { onClose } = panel
  return (
    <GraphqlProvider>
      {isWide ? (
        <Popover
          opener={opener}
          className="inbox"
          labelledBy="inbox-title"
          closeClass="inbox-close"
          onClose={onClose}
        >
          <InboxPanel
            {...panel}
            heading={
              <h2 className="heading" id="inbox-title">
                {t`Notifications`}
              </h2>
            }
          />
        </Popover>
      ) : (
        <Sheet open onOpenChange={(open) => !open && onClose()} title={t`Notifications`}>
          <div className="inbox-sheet">
            <InboxPanel {...panel} />
          </div>
        </Sheet>
      )}
    </GraphqlProvider>
  )
}

function useWide() {
  const [wide, setWide] = useState(() => window.matchMedia(WIDE).matches)
  useEffect(() => {
    const media = window.matchMedia(WIDE)
    const follow = () => setWide(media.matches)
    media.addEventListener('change', follow)
    return () => media.removeEventListener('change', follow)
  }, [])
  return wide
}
