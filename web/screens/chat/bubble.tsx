import { t } from '@lingui/core/macro'
import { CircleAlert, Clock, ShieldAlert } from 'lucide-react'
import { memo } from 'react'
import { shownName } from '../../i18n/shown-name.ts'
import type { ShownMessage } from '../../state/chat/messages.ts'
import { timeOf } from './days.ts'
import { MessageText } from './message-text.tsx'

interface BubbleProps {
  message: ShownMessage
  mine: boolean
  /** Whether the message is the first of a run of one sender's messages. */
  first: boolean
  last: boolean
  onRetry(id: string): void
  /** Puts the message's text back into the message field. */
  onEdit(id: string): void
}

/** A message. It renders again only when it or its place among its neighbours changes. */
export const Bubble = memo(function Bubble({ message, mine, first, last, onRetry, onEdit }: BubbleProps) {
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
      <MessageText text={message.message} />
      <Meta message={message} last={last} onRetry={onRetry} onEdit={onEdit} />
    </div>
  )
})

function Meta({
  message,
  last,
  onRetry,
  onEdit,
}: Pick<BubbleProps, 'message' | 'last' | 'onRetry' | 'onEdit'>) {
  if (message.state === 'held') {
    return (
      <div className="bubble-meta" role="alert">
        <ShieldAlert className="icon" aria-hidden="true" />
        <p>
          {message.note}{' '}
          <button type="button" onClick={() => onEdit(message.id)}>
            {t`Edit`}
          </button>
        </p>
      </div>
    )
  }
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
        <button type="button" onClick={() => onRetry(message.id)}>
          {t`Try again`}
        </button>
      </div>
    )
  }
  if (message.state === 'waiting') {
    return (
      <div className="bubble-meta">
        <Clock className="icon" aria-hidden="true" />
        {t`Not sent yet. We’ll keep trying.`}{' '}
        <button type="button" onClick={() => onRetry(message.id)}>
          {t`Try now`}
        </button>
      </div>
    )
  }
  if (!last) return null
  if (message.state === 'sending') {
    return (
      <div className="bubble-meta">
        <Clock className="icon" aria-hidden="true" />
        {t({ message: 'Sending', comment: 'The message is being sent' })}
      </div>
    )
  }
  return (
    <div className="bubble-meta">
      <time dateTime={message.time}>{timeOf(message.time)}</time>
    </div>
  )
}
