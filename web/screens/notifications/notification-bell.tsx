import { plural, t } from '@lingui/core/macro'
import '../../ui/css/account.css'
import './notifications.css'
import { Bell as BellIcon, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ButtonHTMLAttributes, useEffect, useState } from 'react'
import { GraphqlProvider } from '../../hooks/graphql-provider.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { InboxPanel } from './inbox-panel.tsx'
import { useUnread } from './use-unread.ts'

const WIDE = '(min-width: 48rem)'

/** The bell with the unread count, which opens the inbox. */
export const NotificationBell = () => (
  <GraphqlProvider>
    <BellWithInbox />
  </GraphqlProvider>
)

function BellWithInbox() {
  const { unread, announcement, refreshCount } = useUnread()
  const [open, setOpen] = useState(false)
  const wide = useWide()
  const panel = {
    unread,
    onUnread: (count: number) => void refreshCount(count),
    onClose: () => setOpen(false),
  }
  return (
    <>
      {wide ? (
        <Popover.Root open={open} onOpenChange={setOpen}>
          <Popover.Trigger asChild>
            <BellButton unread={unread} />
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Content
              className="inbox"
              align="end"
              sideOffset={8}
              collisionPadding={12}
              aria-labelledby="inbox-title"
            >
              <InboxPanel
                {...panel}
                heading={
                  <h2 className="heading" id="inbox-title">
                    {t`Notifications`}
                  </h2>
                }
              />
              <Popover.Close asChild>
                <IconButton label={t`Close`} size="sm" className="inbox-close">
                  <X className="icon" data-size="sm" aria-hidden="true" />
                </IconButton>
              </Popover.Close>
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      ) : (
        <>
          <BellButton
            unread={unread}
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpen(true)}
          />
          <Sheet open={open} onOpenChange={setOpen} title={t`Notifications`}>
            <div className="inbox-sheet">
              <InboxPanel {...panel} />
            </div>
          </Sheet>
        </>
      )}
      <span className="sr-only" role="status">
        {announcement}
      </span>
    </>
  )
}

function BellButton({ unread, ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & { unread: number }) {
  const many = unread > 99
  return (
    <IconButton label={bellLabel(unread)} {...rest}>
      <BellIcon className="icon" data-size="md" aria-hidden="true" />
      {unread > 0 && <span className="unread bell-count">{many ? t`99+` : unread}</span>}
    </IconButton>
  )
}

function bellLabel(unread: number) {
  if (unread === 0) return t`Notifications`
  if (unread > 99) return t`Notifications, more than 99 unread`
  return plural(unread, { one: 'Notifications, # unread', other: 'Notifications, # unread' })
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
