import '../../ui/css/shell.css'
import '../../ui/css/rows.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { User } from '#schema/account.ts'
import type { ChatState } from '../../state/chat-machine.ts'
import { createMemberServices } from '../../state/member.ts'
import { MemberProvider, useMember } from '../../state/member-react.tsx'
import { useServices, useStore } from '../../state/react.tsx'
import { Loading } from '../../ui/loading.tsx'
import { IdleScreen } from './idle-screen.tsx'
import { Shell } from './shell.tsx'

const SearchScreen = lazy(async () => ({ default: (await import('./search-screen.tsx')).SearchScreen }))
const ChatScreen = lazy(async () => ({ default: (await import('../chat/chat-screen.tsx')).ChatScreen }))

/** Signed in: all that a member has lives from here on, until they log out. */
export function HomeScreen() {
  const { session } = useServices()
  const { user } = useStore(session)
  return user && <Member key={user.id} me={user} />
}

function Member({ me }: { me: User }) {
  const services = useServices()
  const [member] = useState(() => createMemberServices(services, me.id, window))
  useEffect(() => member.start(), [member])
  return (
    <QueryClientProvider client={member.queries}>
      <MemberProvider member={member}>
        <Home me={me} />
      </MemberProvider>
    </QueryClientProvider>
  )
}

/** The shell with what the chat is at, or the search in its place. */
function Home({ me }: { me: User }) {
  const { session } = useServices()
  const { figures } = useStore(session)
  const { chat } = useMember()
  const state = useStore(chat)
  useFocusOnReturn(state.phase)
  if (state.phase === 'searching' || (state.phase === 'matched' && state.met)) {
    return (
      <Suspense fallback={<Loading label="Finding a match..." />}>
        <SearchScreen me={me} />
      </Suspense>
    )
  }
  return (
    <Shell me={me} view={state.phase === 'matched' ? 'chat' : 'idle'}>
      {({ openSidebar }) =>
        state.phase === 'matched' ? (
          <Suspense fallback={<Loading label="Loading the conversation" />}>
            <ChatScreen
              key={state.conversation.id}
              me={me}
              conversation={state.conversation}
              openSidebar={openSidebar}
            />
          </Suspense>
        ) : state.phase === 'restoring' ? (
          <main className="main sheet-surface">
            <Loading label="Loading your conversation" />
          </main>
        ) : (
          <IdleScreen me={me} figures={figures} />
        )
      }
    </Shell>
  )
}

/** What had the focus is gone with the search or the chat. Not the button: a last key meant for the chat must not press it. */
function useFocusOnReturn(phase: ChatState['phase']) {
  const before = useRef(phase)
  useEffect(() => {
    const returned = phase === 'idle' && before.current !== 'idle' && before.current !== 'restoring'
    before.current = phase
    if (returned && document.activeElement === document.body) document.getElementById('idle-title')?.focus()
  }, [phase])
}
