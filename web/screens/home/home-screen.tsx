import './shell.css'
import './lists.css'
import './rows.css'
import { t } from '@lingui/core/macro'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { User } from '#schema/account.ts'
import type { DocumentPage } from '#schema/pages.ts'
import { CONVERSATION_PARAMETER } from '../../data/push-target.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import { desktop } from '../../desktop.ts'
import { MemberProvider, useMember } from '../../hooks/member.tsx'
import { useServices, useStore } from '../../hooks/services.tsx'
import { withTexts } from '../../i18n/with-texts.ts'
import { isOpen } from '../../state/chat/about-conversation.ts'
import type { ChatState } from '../../state/chat/chat-state.ts'
import { createMemberServices, type Panel } from '../../state/session/member.ts'
import { deferred } from '../../ui/deferred.tsx'
import { Loading } from '../../ui/loading.tsx'
import { HistoryEntry, useHistoryLayer, useRestoredLayer, useShownPage } from '../../ui/use-history-layer.ts'
import { useWhenIdle } from '../../ui/use-when-idle.ts'
import { useLiveConversations, useOpenConversationId } from '../shared/use-conversations.ts'
import { useKept, useLiveKept } from '../shared/use-kept.ts'
import { IdleScreen } from './idle-screen.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { SearchScreen } from './search-screen.tsx'
import { Shell } from './shell.tsx'
import { useChatEntry } from './use-chat-entry.ts'

const ChatScreen = deferred(() => import('../chat/chat-screen.tsx'), 'ChatScreen')

const SwitchDialog = deferred(() => import('../chat/switch-dialog.tsx'), 'SwitchDialog')

const AccountPanels = deferred(
  () => withTexts('push', withTexts('people', import('../account/account-panels.tsx'))),
  'AccountPanels',
)
const DocumentScreen = deferred(() => import('./document-screen.tsx'), 'DocumentScreen')

const KnockNews = deferred(() => withTexts('people', import('../knocks/knock-news.tsx')), 'KnockNews')

const PushPage = deferred(
  () => withTexts('push', import('./push-page.tsx')),
  'PushPage',
  () => null,
)

const DesktopLink = deferred(() => import('../desktop/desktop-link.tsx'), 'DesktopLink')

/** The app of a signed-in member. Creates the member's services, which live until logout. */
export function HomeScreen({ page }: { page: DocumentPage | null }) {
  const { session } = useServices()
  const { user } = useStore(session)
  return user ? <Member key={user.id} me={user} page={page} /> : <Loading label={t`Loading`} />
}

interface HomeProps {
  me: User
  /** The document to show in the main area. */
  page: DocumentPage | null
}

function Member({ me, page }: HomeProps) {
  const services = useServices()
  const [member] = useState(() => createMemberServices(services, me.id, window))
  useEffect(() => member.start(), [member])
  return (
    <QueryClientProvider client={member.queries}>
      <MemberProvider member={member}>
        <Home me={me} page={page} />
        <KnockAnnouncer />
        <PushSlot userId={me.id} />
        {desktop() && (
          <Suspense>
            <DesktopLink userId={me.id} />
          </Suspense>
        )}
      </MemberProvider>
    </QueryClientProvider>
  )
}

/** Stands outside of the screens: a change of the screen repeats no announcement. Loads with the first knock. */
function KnockAnnouncer() {
  const [knock] = useStore(useMember().knocks)
  const [isWanted, setWanted] = useState(false)
  if (knock && !isWanted) setWanted(true)
  return (
    isWanted && (
      <Suspense>
        <KnockNews />
      </Suspense>
    )
  )
}

/** Loads where the member gets push messages on any device, and where a notification has opened the page. */
function PushSlot({ userId }: { userId: string }) {
  const { session, storage } = useServices()
  const { figures } = useStore(session)
  const isOpened = window.location.search.includes(`${CONVERSATION_PARAMETER}=`)
  const isWanted = figures?.hasPushDevice || storage.getItem(STORAGE_KEYS.push) === userId || isOpened
  return (
    isWanted && (
      <Suspense>
        <PushPage userId={userId} />
      </Suspense>
    )
  )
}

/** The shell with the current view, or the search screen in its place. */
function Home({ me, page }: HomeProps) {
  const { chat, restoreUnsent } = useMember()
  const state = useStore(chat)
  const isInFront = useChatEntry(page !== null)
  useShownPage()
  useFocusOnReturn(state.phase === 'matched' && !isInFront && page === null ? 'aside' : state.phase)
  useWhenIdle(() => {
    // Preload the chat screen, which comes next.
    ChatScreen.preload()
    void restoreUnsent()
    // A page may be translated later, without a connection.
    void import('../../ui/survive-translation.ts').catch(() => undefined)
  })
  // Keep the lists live while the search screen covers them.
  useLiveConversations(useOpenConversationId())
  useLiveKept()
  const isSearch =
    isInFront && (state.phase === 'searching' || (state.phase === 'matched' && state.isNewMatch))
  return (
    <>
      <OfflineBanner />
      {isSearch ? (
        <SearchScreen me={me} />
      ) : (
        <InShell me={me} page={page} state={state} isInFront={isInFront} />
      )}
      {!isSearch && <SwitchQuestion />}
      {/* Stays open when the search ends: the member may be changing interests. */}
      <Panels me={me} />
    </>
  )
}

interface InShellProps extends HomeProps {
  state: ChatState
  /** Whether the chat is neither behind a document nor set aside. */
  isInFront: boolean
}

function InShell({ me, page, state, isInFront }: InShellProps) {
  const { session } = useServices()
  const { figures } = useStore(session)
  const conversation = state.phase === 'matched' ? state.conversation : null
  const kept = useKept().people.find((one) => one.conversationId === conversation?.id)
  const isStillOpen = conversation !== null && isOpen(conversation)
  const view = conversation && isInFront ? 'chat' : page ? 'document' : isStillOpen ? 'aside' : 'idle'
  return (
    <Shell me={me} view={view}>
      {({ openSidebar }) => (
        <>
          {conversation && (
            <Suspense fallback={view === 'chat' && <LoadingSheet label={t`Loading`} />}>
              <ChatScreen
                key={conversation.id}
                me={me}
                conversation={conversation}
                keptSince={kept?.since ?? null}
                openSidebar={openSidebar}
                hidden={view !== 'chat'}
              />
            </Suspense>
          )}
          {view !== 'chat' && (
            <Suspense fallback={<LoadingSheet label={t`Loading`} />}>
              {page ? (
                <DocumentScreen page={page} me={me} />
              ) : state.phase === 'restoring' ? (
                <LoadingSheet label={t`Loading your conversation`} />
              ) : (
                <IdleScreen me={me} figures={figures} aside={conversation} />
              )}
            </Suspense>
          )}
        </>
      )}
    </Shell>
  )
}

function SwitchQuestion() {
  const { chatSwitch } = useMember()
  const asked = useStore(chatSwitch)
  return (
    asked && (
      <Suspense>
        <SwitchDialog asked={asked} />
      </Suspense>
    )
  )
}

const PANELS = ['profile', 'card', 'premium', 'settings', 'support'] as const satisfies readonly Panel[]

/** The member's account panels. Their history entries are here, because the panels' code loads only when one opens. */
function Panels({ me }: { me: User }) {
  const { panel } = useMember()
  const open = useStore(panel)
  const closeOpened = useRef<(() => void) | null>(null)
  useHistoryLayer(open, () => (closeOpened.current ? closeOpened.current() : panel.setState(null)))
  return (
    <>
      {PANELS.map((one) => (
        <RestoredPanel key={one} panel={one} />
      ))}
      {open && (
        <HistoryEntry value={closeOpened}>
          <div className="part-slot">
            <Suspense>
              <AccountPanels me={me} />
            </Suspense>
          </div>
        </HistoryEntry>
      )}
    </>
  )
}

function RestoredPanel({ panel: one }: { panel: Panel }): ReactNode {
  const { panel } = useMember()
  useRestoredLayer(one, () => panel.setState(one))
  return null
}

const LoadingSheet = ({ label }: { label: string }) => (
  <main className="main sheet-surface">
    <Loading label={label} />
  </main>
)

/**
 * Focuses the home screen's title after the focused search or chat is gone. It does not focus the button: a key meant
 * for the chat could press it.
 */
function useFocusOnReturn(phase: ChatState['phase'] | 'aside') {
  const before = useRef(phase)
  useEffect(() => {
    const isHome = phase === 'idle' || phase === 'aside'
    const returned = isHome && before.current !== phase && before.current !== 'restoring'
    before.current = phase
    if (returned && isFocusLost()) document.getElementById('idle-title')?.focus()
  }, [phase])
}

/** Returns whether no visible element has the focus. */
const isFocusLost = () =>
  document.activeElement === document.body || document.activeElement?.getClientRects().length === 0
