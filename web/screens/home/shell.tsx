import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type MouseEvent, type ReactNode, Suspense, useDeferredValue } from 'react'
import { Link, useLocation } from 'react-router'
import type { User } from '#schema/account.ts'
import { PRODUCT } from '#schema/product.ts'
import { IconButton } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { Mark } from '../../ui/mark.tsx'
import { KeptSlot } from '../shared/kept-slot.tsx'
import { KnockSlot } from '../shared/knock-slot.tsx'
import { SidebarButton } from '../shared/sidebar-button.tsx'
import { Bell } from './bell.tsx'
import { FreeSections } from './conversations/free-sections.tsx'
import { RecentConversations } from './conversations/recent-conversations.tsx'
import { Dock } from './dock.tsx'
import { HelpWidget } from './help-widget.tsx'
import { useSidebar } from './use-sidebar.ts'

const { name: product } = PRODUCT

const PeopleNearby = deferred(() => import('../nearby/people-nearby.tsx'), 'PeopleNearby')

/** What the main sheet shows. `aside` is the home screen while a chat goes on behind it. */
export type ShellView = 'idle' | 'aside' | 'document' | 'chat'

/** The skip link of each view: the id of the element that gets the focus, and the link's text. */
const SKIP = {
  idle: ['main-action', msg`Skip to Find Match`],
  aside: ['main-action', msg`Skip to your chat`],
  document: ['document-title', msg`Skip to the text`],
  chat: ['message', msg`Skip to message`],
} as const satisfies Record<ShellView, readonly [string, MessageDescriptor]>

interface ShellProps {
  me: User
  view: ShellView
  children(controls: { openSidebar(): void }): ReactNode
}

/** The home layout: bar, sidebar and footer around one raised sheet. */
export function Shell({ me, view, children }: ShellProps) {
  const { sidebar, isOpen, isWide, isDrawer, open, close, closeDrawer } = useSidebar()
  const { displayName: name } = me
  // A closed drawer is rendered after the home screen.
  const isFilled = useDeferredValue(true, isWide) || isOpen
  const isHome = useLocation().pathname === '/'
  // On the home page already, the link must not add a history entry.
  const stayOnHome = (event: MouseEvent) => isHome && event.preventDefault()
  const dockInFooter = isWide && !isOpen

  return (
    <div
      className="shell"
      data-view={view}
      data-drawer={isDrawer ? 'open' : undefined}
      data-sidebar={isOpen ? 'open' : 'closed'}
    >
      <SkipLink view={view} inert={isDrawer} />
      <header className="topbar" inert={isDrawer}>
        <SidebarButton
          aria-expanded={isOpen}
          aria-controls="sidebar"
          onClick={() => (isOpen ? close() : open())}
        />
        <Link className="logo" to="/" onClick={stayOnHome} aria-label={t`${product}, home`}>
          <LogoMark />
          <b translate="no">{product}</b>
        </Link>
        <span className="badge">{t`Beta`}</span>
        <Bell />
        <span className="welcome">
          <span className="cut">
            <Trans>
              Welcome, <bdi translate="no">{name}</bdi>
            </Trans>
          </span>
          <Mark id={me.id} size="2rem" />
        </span>
      </header>
      {isDrawer && (
        <button type="button" className="drawer-scrim" aria-label={t`Close the sidebar`} onClick={close} />
      )}
      <aside className="sidebar" id="sidebar" aria-label={t`Conversations`} inert={!isOpen} ref={sidebar}>
        {isFilled && <SidebarLists me={me} onChosen={closeDrawer} onClose={close} />}
        {!dockInFooter && <Dock me={me} />}
      </aside>
      <div className="shell-task" inert={isDrawer}>
        {children({ openSidebar: open })}
      </div>
      <footer className="footer">
        {dockInFooter && <Dock me={me} />}
        <span>
          <span translate="no">{product}</span> <span className="badge">{t`Beta`}</span>{' '}
          {new Date().getFullYear()}
        </span>
        <HelpWidget />
      </footer>
    </div>
  )
}

interface SidebarListsProps {
  me: User
  onChosen(): void
  onClose(): void
}

const SidebarLists = ({ me, onChosen, onClose }: SidebarListsProps) => (
  <div className="sidebar-scroll">
    <KnockSlot place="sidebar" />
    <RecentConversations
      me={me}
      onChosen={onChosen}
      close={
        <IconButton label={t`Close`} size="sm" className="sidebar-close" onClick={onClose}>
          <X className="icon" data-size="md" aria-hidden="true" />
        </IconButton>
      }
    />
    <KeptSlot onChosen={onChosen} />
    {!me.premiumUser && <FreeSections onLeave={onChosen} />}
    {me.premiumUser && me.nearBy && (
      <Suspense>
        <PeopleNearby me={me} onChosen={onChosen} />
      </Suspense>
    )}
  </div>
)

/** Moves the focus by script: a hash in the address would add a history entry. */
function SkipLink({ view, inert }: { view: ShellView; inert: boolean }) {
  const [id, words] = SKIP[view]
  return (
    <a
      className="skip"
      href={`#${id}`}
      inert={inert}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(id)?.focus()
      }}
    >
      {i18n._(words)}
    </a>
  )
}
