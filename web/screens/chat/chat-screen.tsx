import '../../ui/css/bubbles.css'
import '../../ui/css/composer.css'
import '../../ui/css/chat.css'
import { Activity, Suspense, useEffect, useState } from 'react'
import type { User } from '#schema/account.ts'
import type { Conversation } from '#schema/chat.ts'
import { isOpen, partnerName, partnerPresence } from '../../state/about-conversation.ts'
import type { OpenConversation } from '../../state/conversation.ts'
import { useMember } from '../../state/member-react.tsx'
import { useStore } from '../../state/react.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { Overlap } from '../../ui/logo.tsx'
import { ChatHeader } from './chat-header.tsx'
import { Composer, EndedNote } from './composer.tsx'
import { useIcebreakers } from './icebreakers.tsx'
import { MessageLog } from './message-log.tsx'
import { StrangerNotice } from './stranger-notice.tsx'

const ContactDetailsDialog = deferred(() => import('./contact-details-dialog.tsx'), 'ContactDetailsDialog')

interface ChatScreenProps {
  me: User
  conversation: Conversation
  openSidebar(): void
  /** Behind a document or the home screen: what is half written there stays. */
  hidden: boolean
}

export function ChatScreen(props: ChatScreenProps) {
  const member = useMember()
  const { me, conversation } = props
  const [open, setOpen] = useState<OpenConversation | null>(null)

  useEffect(() => {
    const opened = member.openConversation(me, conversation)
    setOpen(opened)
    void opened.load()
    return () => opened[Symbol.dispose]()
    // A later copy of the same conversation or member is no reason to begin anew.
  }, [member, me.id, conversation.id])

  return (
    open && (
      <Activity mode={props.hidden ? 'hidden' : 'visible'}>
        <Chat {...props} open={open} />
      </Activity>
    )
  )
}

function Chat({
  me,
  conversation,
  openSidebar,
  open,
}: Omit<ChatScreenProps, 'hidden'> & { open: OpenConversation }) {
  const state = useStore(open)
  useEffect(() => open.follow(conversation), [open, conversation])
  const name = partnerName(conversation, state.partner?.displayName)
  const shared = conversation.sharedInterests
  const unconfirmed = state.messages.find((one) => one.state === 'unconfirmed')
  const [returned, setReturned] = useState<{ text: string } | null>(null)
  const edit = (id: string) => setReturned({ text: open.takeBack(id) })
  const icebreakers = useIcebreakers(conversation, state)
  const isAway = partnerPresence(conversation, state.partnerOnline, state.connected) === 'Away'
  const lookingFor = state.partner?.lookingFor.join(', ')

  return (
    <main className="main sheet-surface chat" id="main">
      <ChatHeader
        conversation={conversation}
        state={state}
        partnerName={name}
        openSidebar={openSidebar}
        onClear={() => void open.clear()}
        onReport={(reason) => open.report(reason)}
      />
      <div>
        <div className="strip">
          {shared.length > 0 && (
            <>
              <Overlap />
              <span className="say">You both like</span>
              <ul className="tags">
                {shared.map((interest) => (
                  <li className="tag" data-shared data-size="sm" key={interest}>
                    {interest}
                  </li>
                ))}
              </ul>
            </>
          )}
          {lookingFor && <span className="looking-too">Looking for: {lookingFor}</span>}
        </div>
        {isOpen(conversation) && <StrangerNotice state={state} />}
      </div>
      <MessageLog
        me={me}
        partnerName={name}
        ended={!isOpen(conversation)}
        state={state}
        onLoadOlder={() => void open.loadOlder()}
        onRetry={(id) => void open.retry(id)}
        onEdit={edit}
        onReload={() => void open.load()}
      />
      {isOpen(conversation) ? (
        <Composer
          partnerName={name}
          returned={returned}
          icebreakers={icebreakers}
          onSend={(text) => void open.send(text)}
          onTyped={() => open.typed()}
        />
      ) : (
        <EndedNote conversation={conversation} partnerName={name} />
      )}
      {unconfirmed && (
        <Suspense>
          <ContactDetailsDialog
            key={unconfirmed.id}
            partnerName={name}
            text={unconfirmed.message}
            onSend={() => void open.confirm(unconfirmed.id)}
            onEdit={() => edit(unconfirmed.id)}
          />
        </Suspense>
      )}
      <p className="sr-only" role="status">
        {state.partnerTyping ? `${name} is typing` : isAway ? `${name} is away` : ''}
      </p>
    </main>
  )
}
