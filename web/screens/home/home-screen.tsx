import '../../ui/css/shell.css'
import '../../ui/css/rows.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { User } from '#schema/account.ts'
import type { DocumentPage } from '#schema/pages.ts'
import { desktop } from '../../desktop.ts'
import type { ChatState } from '../../state/chat-machine.ts'
import { createMemberServices } from '../../state/member.ts'
import { MemberProvider, useMember } from '../../state/member-react.tsx'
import { useServices, useStore } from '../../state/react.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { Loading } from '../../ui/loading.tsx'
import { useWhenIdle } from '../../ui/use-when-idle.ts'
import { useLiveConversations, useOpenConversationId } from '../conversations/use-conversations.ts'
import { IdleScreen } from './idle-screen.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { SearchScreen } from './search-screen.tsx'
import { Shell } from './shell.tsx'

const ChatScreen = deferred(() => import('../chat/chat-screen.tsx'), 'ChatScreen')

const AccountPanels = deferred(() => import('../account/account-panels.tsx'), 'AccountPanels')
const DocumentScreen = deferred(() => import('../documents/document-screen.tsx'), 'DocumentScreen')

const DesktopLink = deferred(() => import('../desktop/desktop-link.tsx'), 'DesktopLink')

/** Signed in: all that a member has lives from here on, until they log out. */
export function HomeScreen({ page }: { page: DocumentPage | null }) {
  const { session } = useServices()
  const { user } = useStore(session)
  return user ? <Member key={user.id} me={user} page={page} /> : <Loading label="Loading" />
}

interface HomeProps {
  me: User
  /** A document in the place of the task. */
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
        {desktop() && (
          <Suspense>
            <DesktopLink userId={me.id} />
          </Suspense>
        )}
      </MemberProvider>
    </QueryClientProvider>
  )
}

/** The shell with what the chat is at, or the search in its place. */
function Home({ me, page }: HomeProps) {
  const { session } = useServices()
  const { figures } = useStore(session)
  const { chat, panel } = useMember()
  const state = useStore(chat)
  const panelOpen = useStore(panel) !== null
  useFocusOnReturn(state.phase)
  useWhenIdle(() => {
    // What comes next comes at once then.
    ChatScreen.preload()
  })
  // Also while the search stands in the place of the list.
  useLiveConversations(useOpenConversationId())
  if (state.phase === 'searching' || (state.phase === 'matched' && state.met)) {
    return (
      <>
        <OfflineBanner />
        <SearchScreen me={me} />
      </>
    )
  }
  const talking = state.phase === 'matched' && page === null
  return (
    <>
      <OfflineBanner />
      <Shell me={me} view={talking ? 'chat' : 'idle'}>
        {({ openSidebar }) => (
          <Suspense fallback={<LoadingSheet label="Loading" />}>
            {page ? (
              <DocumentScreen page={page} me={me} />
            ) : state.phase === 'matched' ? (
              <ChatScreen
                key={state.conversation.id}
                me={me}
                conversation={state.conversation}
                openSidebar={openSidebar}
              />
            ) : state.phase === 'restoring' ? (
              <LoadingSheet label="Loading your conversation" />
            ) : (
              <IdleScreen me={me} figures={figures} />
            )}
          </Suspense>
        )}
      </Shell>
      {panelOpen && (
        <div className="part-slot">
          <Suspense>
            <AccountPanels me={me} />
          </Suspense>
        </div>
      )}
    </>
  )
}

const LoadingSheet = ({ label }: { label: string }) => (
  <main className="main sheet-surface">
    <Loading label={label} />
  </main>
)

/** What had the focus is gone with the search or the chat. Not the button: a last key meant for the chat must not press it. */
function useFocusOnReturn(phase: ChatState['phase']) {
  const before = useRef(phase)
  useEffect(() => {
    const returned = phase === 'idle' && before.current !== 'idle' && before.current !== 'restoring'
    before.current = phase
    if (returned && document.activeElement === document.body) document.getElementById('idle-title')?.focus()
  }, [phase])
}
