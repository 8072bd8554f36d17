import './bubbles.css'
import './composer.css'
import './chat.css'
import './low-screens.css'
import { t } from '@lingui/core/macro'
import { Activity, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import type { Partner, User } from '#schema/account.ts'
import type { Conversation } from '#schema/chat.ts'
import { spokenLanguagesOf } from '#schema/spoken-languages.ts'
import { useMember } from '../../hooks/member.tsx'
import { useStore } from '../../hooks/services.tsx'
import {
  hasPartnerLeft,
  isOpen,
  isTalking,
  isWaiting,
  partnerName,
  partnerPresence,
} from '../../state/chat/about-conversation.ts'
import type { OpenConversation } from '../../state/chat/conversation.ts'
import type { ConversationState } from '../../state/chat/conversation-state.ts'
import { deferred } from '../../ui/deferred.tsx'
import { useKeyboardOpen } from '../../ui/use-keyboard-open.ts'
import { useWhenIdle } from '../../ui/use-when-idle.ts'
import { KnockSlot } from '../shared/knock-slot.tsx'
import { preloadPartnerDialogs } from '../shared/partner-dialogs.tsx'
import { exchangeText, speaksText } from '../shared/speaks-text.ts'
import type { MessageActs } from './bubble.tsx'
import { ChatHeader } from './chat-header.tsx'
import { Composer } from './composer.tsx'
import { useIcebreakers } from './icebreakers.tsx'
import { MessageLog } from './message-log.tsx'
import { StrangerNotice } from './stranger-notice.tsx'
import { useGoodConversation } from './use-good-conversation.ts'

const SafetySheet = deferred(() => import('../safety/safety-sheet.tsx'), 'SafetySheet')

interface ChatScreenProps {
  me: User
  conversation: Conversation
  /** When the two began to keep in touch; null unless they do. */
  keptSince: string | null
  openSidebar(): void
  /** Whether a document or the home screen covers the chat. The chat keeps its draft then. */
  hidden: boolean
}

export function ChatScreen(props: ChatScreenProps) {
  const member = useMember()
  const { me, conversation } = props
  const [open, setOpen] = useState<OpenConversation | null>(null)
  useWhenIdle(preloadPartnerDialogs)

  useEffect(() => {
    let isClosed = false
    const opening = member.openConversation(me, conversation)
    void opening.then((opened) => {
      if (isClosed) return
      setOpen(opened)
      void opened.load()
    })
    return () => {
      isClosed = true
      void opening.then((opened) => opened[Symbol.dispose]())
    }
    // Depends on the ids only: a new copy of the same conversation or member must not reopen it.
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
  keptSince,
  openSidebar,
  open,
}: Omit<ChatScreenProps, 'hidden'> & { open: OpenConversation }) {
  const state = useStore(open)
  useEffect(() => open.follow(conversation), [open, conversation])
  const name = partnerName(conversation, state.partner?.displayName)
  const [isSafetyOpen, setSafetyOpen] = useState(false)
  const [isCommonOpen, setCommonOpen] = useState(false)
  const toggleCommon = useCallback(() => setCommonOpen((before) => !before), [])
  const isKeyboardOpen = useKeyboardOpen()
  const [returned, setReturned] = useState<{ text: string } | null>(null)
  // The parts of the chat that did not change render again when these do.
  const acts = useMessageActs(open, setReturned)
  const { confirm, clear } = useMemo(() => stableActions(open), [open])
  const send = useCallback(
    (text: string) => {
      setCommonOpen(false)
      void open.send(text)
    },
    [open],
  )
  const icebreakers = useIcebreakers(conversation, state)
  useGoodConversation(me.id, conversation.id, state.messages)

  return (
    <main className="main sheet-surface chat" id="main" data-keyboard={isKeyboardOpen || undefined}>
      <ChatHeader
        conversation={conversation}
        partner={state.partner}
        isOnline={state.partnerOnline}
        isTyping={state.partnerTyping}
        isConnected={state.connected}
        partnerName={name}
        speaks={languagesText(conversation, state.partner, me)}
        isCommonOpen={isCommonOpen}
        onToggleCommon={toggleCommon}
        openSidebar={openSidebar}
        onClear={clear}
      />
      <AboveMessages conversation={conversation} state={state} onReadMore={() => setSafetyOpen(true)} />
      <MessageLog
        me={me}
        partnerName={name}
        ended={!isOpen(conversation)}
        isWaiting={isWaiting(conversation)}
        state={state}
        keptSince={keptSince}
        onLoadOlder={() => void open.loadOlder()}
        acts={acts}
        onReload={() => void open.load()}
        onAtLatest={open.dropOldest}
      />
      <Composer
        conversation={conversation}
        partnerName={name}
        returned={returned}
        icebreakers={icebreakers}
        isFull={isWaiting(conversation) && hasWritten(state)}
        unconfirmed={state.messages.find((one) => one.state === 'unconfirmed') ?? null}
        onConfirm={confirm}
        onEdit={acts.edit}
        onSend={send}
        onTyped={open.typed}
      />
      {isSafetyOpen && (
        <Suspense>
          <SafetySheet first="advice" onClose={() => setSafetyOpen(false)} />
        </Suspense>
      )}
      <p className="sr-only" role="status">
        {statusText(conversation, state, name)}
      </p>
    </main>
  )
}

const stableActions = (open: OpenConversation) => ({
  confirm: (id: string) => void open.confirm(id),
  clear: () => void open.clear(),
})

const useMessageActs = (open: OpenConversation, onReturn: (message: { text: string }) => void) =>
  useMemo<MessageActs>(
    () => ({
      retry: (id) => void open.retry(id),
      edit: (id) => onReturn({ text: open.discard(id) }),
      discard: (id) => void open.discard(id),
    }),
    [open, onReturn],
  )

interface AboveMessagesProps {
  conversation: Conversation
  state: ConversationState
  onReadMore(): void
}

const AboveMessages = ({ conversation, ...notice }: AboveMessagesProps) => (
  <div>
    <KnockSlot place="sheet" />
    {isTalking(conversation) && <StrangerNotice {...notice} />}
  </div>
)

/** Whether the one message that a member can write before an answer is written. */
const hasWritten = ({ messages }: ConversationState) =>
  messages.some(({ awaitsAnswer, state }) => awaitsAnswer || state === 'sending' || state === 'waiting')

/** Returns what the partner does now, for screen readers. */
function statusText(conversation: Conversation, state: ConversationState, name: string) {
  if (hasPartnerLeft(conversation)) return t`${name} has left the chat`
  if (isWaiting(conversation))
    return hasWritten(state) ? t`Your message waits until they answer.` : t`Waiting for ${name} to answer`
  if (state.partnerTyping) return t`${name} is typing`
  const isAway = partnerPresence(conversation, state.partnerOnline, state.connected) === 'Away'
  return isAway ? t`${name} is away` : ''
}

/** Returns what the header says about languages: in an exchange who learns which, otherwise those of the partner. */
const languagesText = ({ exchange }: Conversation, partner: Partner | null, me: User) =>
  (exchange && partner && exchangeText(partner, me)) || speaksText(partner ?? {}, spokenLanguagesOf(me))
