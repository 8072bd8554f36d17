import { X } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { User } from '#schema/account.ts'
import { PRODUCT } from '#schema/product.ts'
import { IconButton } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { isEscapePress } from '../../ui/escape.ts'
import { layerIsOpen } from '../../ui/layers.ts'
import { LogoMark } from '../../ui/logo.tsx'
import { Mark } from '../../ui/mark.tsx'
import { RecentConversations } from '../conversations/recent-conversations.tsx'
import { SidebarButton } from '../conversations/sidebar-button.tsx'
import { BellSlot } from './bell-slot.tsx'
import { Dock } from './dock.tsx'
import { HelpWidget } from './help-widget.tsx'

const PeopleNearby = deferred(() => import('../nearby/people-nearby.tsx'), 'PeopleNearby')

/** From here on the sidebar stands open by itself (spec §2). */
const SIDEBAR_STANDS = '(min-width: 768px)'

interface ShellProps {
  me: User
  view: 'idle' | 'chat'
  children(controls: { openSidebar(): void }): ReactNode
}

/** The bar, the sidebar and the footer on bare ground; one raised sheet holds the task. */
export function Shell({ me, view, children }: ShellProps) {
  const [wide, setWide] = useState(() => window.matchMedia(SIDEBAR_STANDS).matches)
  const [open, setOpen] = useState(wide)

  useEffect(() => {
    const media = window.matchMedia(SIDEBAR_STANDS)
    const follow = () => {
      setWide(media.matches)
      setOpen(media.matches)
    }
    media.addEventListener('change', follow)
    return () => media.removeEventListener('change', follow)
  }, [])

  const drawer = open && !wide
  const sidebar = useRef<HTMLElement>(null)
  const opener = useRef<Element | null>(null)

  function openSidebar() {
    opener.current = document.activeElement
    setOpen(true)
  }

  // The drawer keeps the focus while it is open, and gives it back.
  useEffect(() => {
    if (!drawer) return
    sidebar.current?.querySelector<HTMLElement>('.sidebar-close')?.focus()
    return () => {
      if (opener.current instanceof HTMLElement) opener.current.focus()
      opener.current = null
    }
  }, [drawer])

  useEffect(() => {
    if (!drawer) return
    const onKey = (event: KeyboardEvent) => {
      if (!isEscapePress(event) || layerIsOpen()) return
      event.stopImmediatePropagation()
      setOpen(false)
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [drawer])

  const closeOnPhone = () => {
    if (!wide) setOpen(false)
  }

  return (
    <div
      className="shell"
      data-view={view}
      data-drawer={drawer ? 'open' : undefined}
      data-sidebar={open ? 'open' : 'closed'}
    >
      <a className="skip" href={view === 'chat' ? '#message' : '#find'} inert={drawer}>
        {view === 'chat' ? 'Skip to message' : 'Skip to Find Match'}
      </a>
      <header className="topbar" inert={drawer}>
        <SidebarButton
          aria-expanded={open}
          aria-controls="sidebar"
          onClick={() => (open ? setOpen(false) : openSidebar())}
        />
        <Link className="logo" to="/" aria-label={`${PRODUCT.name}, home`}>
          <LogoMark />
          <b>{PRODUCT.name}</b>
        </Link>
        <span className="badge">Beta</span>
        <BellSlot />
        <span className="welcome">
          <span className="welcome-words">
            Welcome, <bdi>{me.displayName}</bdi>
          </span>
          <Mark id={me.id} size="2rem" />
        </span>
      </header>
      {drawer && (
        <button
          type="button"
          className="drawer-scrim"
          aria-label="Close the sidebar"
          onClick={() => setOpen(false)}
        />
      )}
      <aside className="sidebar" id="sidebar" aria-label="Conversations" inert={!open} ref={sidebar}>
        <div className="sidebar-scroll">
          <RecentConversations
            me={me}
            onChosen={closeOnPhone}
            close={
              <IconButton label="Close" size="sm" className="sidebar-close" onClick={() => setOpen(false)}>
                <X className="icon" data-size="md" aria-hidden="true" />
              </IconButton>
            }
          />
          {me.premiumUser && me.nearBy && (
            <Suspense>
              <PeopleNearby me={me} onChosen={closeOnPhone} />
            </Suspense>
          )}
        </div>
        <Dock me={me} />
      </aside>
      <div className="shell-task" inert={drawer}>
        {children({ openSidebar })}
      </div>
      <footer className="footer">
        <span>
          {PRODUCT.name} <span className="badge">Beta</span> {new Date().getFullYear()}
        </span>
        <HelpWidget />
      </footer>
    </div>
  )
}
