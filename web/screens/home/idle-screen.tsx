import './idle.css'
import { MailWarning, Pencil } from 'lucide-react'
import type { User } from '#schema/account.ts'
import type { Conversation } from '#schema/chat.ts'
import { PRODUCT } from '#schema/product.ts'
import { useMember } from '../../hooks/member.tsx'
import { useStore } from '../../hooks/services.tsx'
import { isOpen, partnerName } from '../../state/chat/about-conversation.ts'
import type { Figures } from '../../state/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Overlap } from '../../ui/logo.tsx'
import { Mark } from '../../ui/mark.tsx'
import { useResendVerification } from '../account/use-resend-verification.ts'
import { crowd } from './crowd.ts'
import { Dock } from './dock.tsx'
import { HelpWidget } from './help-widget.tsx'
import { useNewMessages } from './use-new-messages.ts'
import { useTabVisible } from './use-tab-visible.ts'

interface IdleScreenProps {
  me: User
  figures: Figures | null
  /** A chat that the Back button has set aside. */
  aside: Conversation | null
}

export function IdleScreen({ me, figures, aside }: IdleScreenProps) {
  const { panel } = useMember()
  const visible = useTabVisible()
  const online = figures?.onlineUsersWithCommonInterest ?? 0
  const isStillOpen = aside !== null && isOpen(aside)

  return (
    <main className="main sheet-surface" id="main">
      <div className="idle" data-still={visible ? undefined : ''}>
        <div className="idle-in">
          <div className="art venn" aria-hidden="true">
            <span className="venn-b" />
            <span className="venn-a">
              <span className="venn-lens" />
            </span>
            <span className="label me">
              <Mark id={me.id} size="3.25rem" />
              <span>You</span>
            </span>
            <div className="people">
              {crowd(online).map(({ left, top, common }, index) => (
                <Mark
                  key={`${left} ${top}`}
                  id={`${left} ${top}`}
                  common={common}
                  style={{ left: `${left}%`, top: `${top}%`, '--i': index }}
                />
              ))}
            </div>
          </div>
          <div className="idle-copy">
            <h1 className="hero" id="idle-title" tabIndex={-1}>
              {isStillOpen ? 'Your chat is still open' : 'No Active Chat'}
            </h1>
            <p className="lede">
              {isStillOpen
                ? `${partnerName(aside)} can still write to you. Return to the chat to read and answer.`
                : 'There are people out there who love the same things as you. Press Find Match to meet one.'}
            </p>
            {!me.emailVerified && <VerificationNotice me={me} />}
            <InvitationNotice />
            {!isStillOpen && <FindMatch online={online} />}
            {aside && <ReturnToChat conversation={aside} />}
            <div className="mine">
              <div className="mine-head">
                <h2 className="label">Your interests</h2>
                <Button variant="quiet" size="sm" onClick={() => panel.setState('profile')}>
                  <Pencil className="icon" data-size="sm" aria-hidden="true" />
                  Edit
                </Button>
              </div>
              <ul className="tags">
                {me.interests.map((interest) => (
                  <li className="tag" key={interest}>
                    {interest}
                  </li>
                ))}
              </ul>
            </div>
            <p className="small-print">
              {PRODUCT.name} <span className="badge">Beta</span> {new Date().getFullYear()}
            </p>
          </div>
        </div>
      </div>
      <div className="mobile-bar">
        <Dock me={me} />
        <HelpWidget />
      </div>
    </main>
  )
}

function FindMatch({ online }: { online: number }) {
  const { chat } = useMember()
  return (
    <Button id="find" className="find" variant="primary" size="xl" onClick={() => void chat.find()}>
      Find Match
      <span className="many">
        <Overlap />
        <span>
          {online} online<span className="sr-only"> with an interest in common</span>
        </span>
      </span>
    </Button>
  )
}

/**
 * The button that returns to a chat set aside: the main action while the chat goes on, a second one after it has
 * ended.
 */
function ReturnToChat({ conversation }: { conversation: Conversation }) {
  const { view } = useMember()
  const count = useNewMessages(conversation)
  if (!isOpen(conversation)) return <Button onClick={() => view.bringBack()}>Return to your last chat</Button>
  return (
    <Button id="find" className="find" variant="primary" size="xl" onClick={() => view.bringBack()}>
      Return to chat
      {count > 0 && (
        <span className="many">
          <span>
            {count} new<span className="sr-only"> {count === 1 ? 'message' : 'messages'}</span>
          </span>
        </span>
      )}
    </Button>
  )
}

function InvitationNotice() {
  const { invitations } = useMember()
  const conversation = useStore(invitations)
  if (!conversation) return null
  return (
    <div className="notice" data-tone="you" role="status">
      <Mark id={conversation.partnerId} size="1.25rem" className="icon" />
      <strong>{partnerName(conversation)} would like to chat</strong>
      <span>They started a chat with you.</span>
      <div className="notice-actions">
        <Button size="sm" variant="quiet" onClick={() => invitations.accept()}>
          Open chat
        </Button>
        <Button size="sm" variant="quiet" onClick={() => invitations.dismiss()}>
          Not now
        </Button>
      </div>
    </div>
  )
}

function VerificationNotice({ me }: { me: User }) {
  const { sending, resend } = useResendVerification(me.userName)
  return (
    <div className="notice" role="status">
      <MailWarning className="icon" aria-hidden="true" />
      <strong>Email verification required</strong>
      <span>
        Please verify your email address before finding matches. Check your inbox for the verification link.
      </span>
      <Button size="sm" variant="quiet" loading={sending} onClick={() => void resend()}>
        Resend Verification Email
      </Button>
    </div>
  )
}
