import { t } from '@lingui/core/macro'
import { CircleAlert, Clock, ShieldAlert } from 'lucide-react'
import { type MouseEvent, memo, useRef, useState } from 'react'
import { shownName } from '../../i18n/shown-name.ts'
import type { Delivery } from '../../state/chat/delivery-of.ts'
import type { ShownMessage } from '../../state/chat/messages.ts'
import { timeOf } from '../shared/days.ts'
import { DeliveryMark } from './delivery-mark.tsx'
import { MessageText } from './message-text.tsx'
import { useCopy } from './use-copy.ts'

interface BubbleProps {
  message: ShownMessage
  mine: boolean
  /** Whether the message is the first of a run of one sender's messages. */
  first: boolean
  last: boolean
  delivery: Delivery | null
  acts: MessageActs
}

/** What a member can do with a message that was not sent. */
export interface MessageActs {
  retry(id: string): void
  /** Puts the message's text back into the message field. */
  edit(id: string): void
  discard(id: string): void
}

/** A message. It renders again only when it or its place among its neighbours changes. */
export const Bubble = memo(function Bubble({ message, mine, first, last, delivery, acts }: BubbleProps) {
  return (
    <div
      className="bubble-row"
      data-from={mine ? 'you' : 'them'}
      data-first={first || undefined}
      data-last={last || undefined}
      data-state={message.state === 'sent' ? undefined : message.state}
      // The member's own messages are not announced. A failure is announced by its own alert.
      aria-live={mine ? 'off' : undefined}
    >
      <span className="sr-only">{mine ? t`You:` : t`${{ sender: shownName(message.senderName) }}:`} </span>
      <TimedText message={message} />
      <Meta message={message} last={last} delivery={delivery} acts={acts} />
    </div>
  )
})

/** The text with its time beside it: for a pointer on hover, for the keyboard while the log has focus, by touch after a tap. */
function TimedText({ message: { state, message, time } }: Pick<BubbleProps, 'message'>) {
  const [isTimeShown, setTimeShown] = useState(false)
  // Not every browser says with a click which kind of pointer made it.
  const pointer = useRef('')

  function onClick({ target }: MouseEvent) {
    const isOnButton = target instanceof Element && target.closest('button')
    if (pointer.current === 'touch' && !isOnButton) setTimeShown(!isTimeShown)
  }

  return (
    // biome-ignore-start lint/a11y/useKeyWithClickEvents: focus in the log shows every time
    // biome-ignore-start lint/a11y/noStaticElementInteractions: screen readers read the time without a tap
    <div
      className="bubble-line"
      onPointerDown={({ pointerType }) => {
        pointer.current = pointerType
      }}
      onClick={onClick}
    >
      <MessageText text={message} />
      {state === 'sent' && (
        <time className="at" dateTime={time} data-shown={isTimeShown || undefined}>
          {timeOf(time)}
        </time>
      )}
    </div>
    // biome-ignore-end lint/a11y/noStaticElementInteractions: see above
    // biome-ignore-end lint/a11y/useKeyWithClickEvents: see above
  )
}

function Meta({ message, last, delivery, acts }: Omit<BubbleProps, 'mine' | 'first'>) {
  if (message.state === 'held') {
    return (
      <div className="bubble-meta" role="alert">
        <ShieldAlert className="icon" aria-hidden="true" />
        <p>
          {message.note}{' '}
          <button type="button" onClick={() => acts.edit(message.id)}>
            {t`Edit`}
          </button>
        </p>
      </div>
    )
  }
  if (message.state === 'late') return <LateMeta message={message} acts={acts} />
  if (message.state === 'unconfirmed') {
    return (
      <div className="bubble-meta">
        <ShieldAlert className="icon" aria-hidden="true" />
        {t`Not sent yet`}
      </div>
    )
  }
  if (message.state === 'failed') {
    return (
      <div className="bubble-meta" role="alert">
        <CircleAlert className="icon" aria-hidden="true" />
        {t`Not sent.`}{' '}
        <button type="button" onClick={() => acts.retry(message.id)}>
          {t`Try again`}
        </button>
        <Delete message={message} acts={acts} />
      </div>
    )
  }
  if (message.state === 'waiting') {
    return (
      <div className="bubble-meta">
        <Clock className="icon" aria-hidden="true" />
        {message.isUnkept
          ? t`Not sent yet. Keep this page open until it’s sent.`
          : t`Not sent yet. We’ll keep trying.`}{' '}
        <button type="button" onClick={() => acts.retry(message.id)}>
          {t`Try now`}
        </button>
      </div>
    )
  }
  if (message.state === 'sending') {
    if (!last) return null
    return (
      <div className="bubble-meta">
        <Clock className="icon" aria-hidden="true" />
        {t({ message: 'Sending', comment: 'The message is being sent' })}
      </div>
    )
  }
  return delivery && <DeliveryMark delivery={delivery} />
}

/** A message that can no longer be sent: its text can still be copied. */
function LateMeta({ message, acts }: Pick<BubbleProps, 'message' | 'acts'>) {
  const { copied, copy } = useCopy(message.message)
  return (
    <div className="bubble-meta" role="alert">
      <CircleAlert className="icon" aria-hidden="true" />
      {message.note}{' '}
      <button type="button" onClick={copy}>
        {copied ? t`Copied` : t`Copy`}
      </button>
      <Delete message={message} acts={acts} />
    </div>
  )
}

const Delete = ({ message, acts }: Pick<BubbleProps, 'message' | 'acts'>) => (
  <button type="button" onClick={() => acts.discard(message.id)}>
    {t`Delete`}
  </button>
)
