import './idle.css'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Pencil } from 'lucide-react'
import { Suspense, useDeferredValue, useState } from 'react'
import type { User } from '#schema/account.ts'
import type { Conversation } from '#schema/chat.ts'
import { PRODUCT } from '#schema/product.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import { useMember } from '../../hooks/member.tsx'
import { useServices, useStore } from '../../hooks/services.tsx'
import { withTexts } from '../../i18n/with-texts.ts'
import { isOpen, isWaiting, partnerName } from '../../state/chat/about-conversation.ts'
import type { Figures } from '../../state/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { Overlap } from '../../ui/logo.tsx'
import { Mark } from '../../ui/mark.tsx'
import { InterestTags } from '../shared/interest-tags.tsx'
import { KnockSlot } from '../shared/knock-slot.tsx'
import { crowd } from './crowd.ts'
import { Dock } from './dock.tsx'
import { FirstMinuteSlot } from './first-minute-slot.tsx'
import { HelpWidget } from './help-widget.tsx'
import { useNewMessages } from './use-new-messages.ts'
import { useTabVisible } from './use-tab-visible.ts'
import { VerificationNotice } from './verification-notice.tsx'

const IdleOffers = deferred(
  () => import('./idle-offers.tsx'),
  'IdleOffers',
  () => null,
)

const ExchangeOffer = deferred(
  () => withTexts('search', import('../shared/wishes/exchange-offer.tsx')),
  'ExchangeOffer',
  () => null,
)

const ExpectedWait = deferred(
  () => withTexts('search', import('../shared/wishes/expected-wait-line.tsx')),
  'ExpectedWaitLine',
  () => null,
)

const Evenings = deferred(
  () => withTexts('search', import('../evenings/evenings.tsx')),
  'Evenings',
  () => null,
)

/** Returns the one thing to offer; null for nothing. The offer to install decides itself, once its code is loaded. */
function useOffer(isStillOpen: boolean) {
  const { storage, tabStorage } = useServices()
  const search = useStore(useMember().searchState)
  // Read once: the offer counts from zero again when it shows.
  const [conversations] = useState(() => storage.getItem(STORAGE_KEYS.goodConversations))
  // Nothing is offered where the member has answered the browser.
  if (isStillOpen)
    return 'PushManager' in window && window.Notification?.permission === 'default' ? 'push' : null
  if (search) return 'ring'
  if (tabStorage.getItem(STORAGE_KEYS.passwordLogin)) return 'passkey'
  return conversations ? 'install' : null
}

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
  const { title, lede } = wordsOf(aside)
  const offer = useOffer(isStillOpen)

  return (
    <main className="main sheet-surface" id="main">
      <div className="idle" data-still={visible ? undefined : ''}>
        <KnockSlot place="sheet" />
        <div className="idle-in">
          <div className="art venn" aria-hidden="true">
            <span className="venn-b" />
            <span className="venn-a">
              <span className="venn-lens" />
            </span>
            <span className="label me">
              <Mark id={me.id} size="3.25rem" />
              <span>{t`You`}</span>
            </span>
            <People online={online} />
          </div>
          <div className="idle-copy">
            <h1 className="display" id="idle-title" tabIndex={-1}>
              {title}
            </h1>
            <p className="lede">{lede}</p>
            {!me.emailVerified && <VerificationNotice me={me} />}
            <FirstMinuteSlot me={me} figures={figures} />
            <InvitationNotice />
            {!isStillOpen && (
              <>
                <FindMatch online={online} />
                {me.learning?.length > 0 && (
                  <Suspense>
                    <ExchangeOffer />
                  </Suspense>
                )}
                {me.emailVerified && (
                  <Suspense>
                    <ExpectedWait interests={me.interests} since={null} />
                  </Suspense>
                )}
              </>
            )}
            {aside && <ReturnToChat conversation={aside} />}
            {offer && (
              <Suspense>
                <IdleOffers me={me} what={offer} />
              </Suspense>
            )}
            <div className="mine">
              <div className="mine-head">
                <h2 className="label">{t`Your interests`}</h2>
                <Button variant="quiet" size="sm" onClick={() => panel.setState('profile')}>
                  <Pencil className="icon" data-size="sm" aria-hidden="true" />
                  {t`Edit`}
                </Button>
              </div>
              <InterestTags interests={me.interests} />
            </div>
            <p className="small-print">
              <span translate="no">{PRODUCT.name}</span> <span className="badge">{t`Beta`}</span>{' '}
              {new Date().getFullYear()}
            </p>
          </div>
          {me.emailVerified && !isStillOpen && (
            <Suspense>
              <Evenings />
            </Suspense>
          )}
        </div>
      </div>
      <div className="mobile-bar">
        <Dock me={me} />
        <HelpWidget />
      </div>
    </main>
  )
}

/** Returns what the screen says about the chat that is set aside, or that there is none. */
function wordsOf(aside: Conversation | null) {
  if (aside === null || !isOpen(aside))
    return {
      title: t`No Active Chat`,
      lede: t`There are people out there who love the same things as you. Press Find Match to meet one.`,
    }
  const name = partnerName(aside)
  if (isWaiting(aside))
    return { title: t`Waiting for an answer`, lede: t`Your chat with ${name} opens when they accept.` }
  return {
    title: t`Your chat is still open`,
    lede: t`${name} can still write to you. Return to the chat to read and answer.`,
  }
}

/** The people of the picture. They are rendered after the screen, which does not need them. */
function People({ online }: { online: number }) {
  const isFilled = useDeferredValue(true, false)
  return (
    <div className="people">
      {isFilled &&
        crowd(online).map(({ left, top, common }, index) => (
          <Mark
            key={`${left} ${top}`}
            id={`${left} ${top}`}
            common={common}
            style={{ insetInlineStart: `${left}%`, top: `${top}%`, '--i': index }}
          />
        ))}
    </div>
  )
}

function FindMatch({ online }: { online: number }) {
  const { chat } = useMember()
  return (
    <Button
      id="main-action"
      className="main-action"
      variant="primary"
      size="xl"
      onClick={() => void chat.findMatch()}
    >
      {t`Find Match`}
      <span className="many">
        <Overlap />
        <span>
          {/* English needs no plural here; other languages do. */}
          <Plural
            value={online}
            one={
              <Trans>
                {online} online<span className="sr-only"> with an interest in common</span>
              </Trans>
            }
            other={
              <Trans>
                {online} online<span className="sr-only"> with an interest in common</span>
              </Trans>
            }
          />
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
  if (!isOpen(conversation))
    return <Button onClick={() => view.bringBack()}>{t`Return to your last chat`}</Button>
  return (
    <Button
      id="main-action"
      className="main-action"
      variant="primary"
      size="xl"
      onClick={() => view.bringBack()}
    >
      {t`Return to chat`}
      {count > 0 && (
        <span className="many">
          <span>
            <Plural
              value={count}
              one={
                <Trans>
                  {count} new<span className="sr-only"> message</span>
                </Trans>
              }
              other={
                <Trans>
                  {count} new<span className="sr-only"> messages</span>
                </Trans>
              }
            />
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
      <strong>{t`Your chat with ${{ name: partnerName(conversation) }} is open`}</strong>
      <span>
        {conversation.startedByMe ? t`You opened it on another device.` : t`They are ready to talk.`}
      </span>
      <div className="notice-actions">
        <Button size="sm" variant="quiet" onClick={() => invitations.accept()}>
          {t`Open chat`}
        </Button>
        <Button size="sm" variant="quiet" onClick={() => invitations.dismiss()}>
          {t`Not now`}
        </Button>
      </div>
    </div>
  )
}
