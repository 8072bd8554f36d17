import { plural, t } from '@lingui/core/macro'
import { ArrowDown } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { User } from '#schema/account.ts'
import { useToday } from '../../hooks/use-today.ts'
import type { ConversationState } from '../../state/chat/conversation-state.ts'
import type { ShownMessage } from '../../state/chat/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import type { MessageActs } from './bubble.tsx'
import { KeptLine } from './kept-line.tsx'
import { MessagePart } from './message-part.tsx'
import { isAfter, partsOf } from './message-rows.ts'
import { useKeptPlace } from './use-kept-place.ts'

/** Milliseconds before the log is live again. Screen readers check changes with a delay. */
const SETTLING = 500

interface MessageLogProps {
  me: User
  partnerName: string
  /** Whether the chat has ended. */
  ended: boolean
  /** Whether the partner has not answered yet. */
  isWaiting: boolean
  state: ConversationState
  /** When the two began to keep in touch; null unless they do. */
  keptSince: string | null
  onLoadOlder(): void
  acts: MessageActs
  onReload(): void
  /** The newest messages are on screen, and have changed. */
  onAtLatest(): void
}

export function MessageLog({
  me,
  partnerName,
  ended,
  isWaiting,
  state,
  keptSince,
  onLoadOlder,
  acts,
  onReload,
  onAtLatest,
}: MessageLogProps) {
  const { messages, status, hasMore, loadingOlder, receipts } = state
  const scroller = useRef<HTMLDivElement>(null)
  const { isScrolledUp, scrollToLatest } = useKeptPlace(scroller)
  const last = messages.at(-1)
  // The server's copy of an own message is not a new message: do not scroll for it.
  const lastId = last?.clientMessageId ?? last?.id
  const lastIsMine = last?.senderId === me.id

  useLayoutEffect(() => {
    if (lastIsMine && lastId) scrollToLatest()
  }, [lastId, lastIsMine])

  // With the last page, the focused Load More button is gone.
  const hadMore = useRef(hasMore)
  useEffect(() => {
    if (hadMore.current && !hasMore && document.activeElement === document.body) scroller.current?.focus()
    hadMore.current = hasMore
  }, [hasMore])

  // At the latest message, the oldest ones are dropped; Load More brings them back.
  useEffect(() => {
    if (!isScrolledUp) onAtLatest()
  }, [isScrolledUp, messages, onAtLatest])

  const today = useToday()
  const parts = useMemo(
    () => partsOf(messages, { today: new Date(today), ownId: me.id, receipts, keptSince }),
    [messages, today, me.id, receipts, keptSince],
  )
  const newCount = useNewBelow(messages, me.id, isScrolledUp)
  const isLive = useSettled(status === 'ready' && !loadingOlder)

  return (
    <div className="log-wrap">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard */}
      <section className="log-scroll" ref={scroller} tabIndex={0} aria-label={t`Message history`}>
        <div
          className="log"
          role="log"
          aria-live={isLive ? 'polite' : 'off'}
          aria-label={t`Conversation with ${partnerName}`}
        >
          {status === 'loading' && <Loading label={t`Loading messages`} />}
          {status === 'failed' && <LoadFailed onReload={onReload} />}
          {status === 'ready' && messages.length === 0 && (
            <Empty ended={ended} isWaiting={isWaiting} partnerName={partnerName} />
          )}
          {hasMore && (
            <Button className="older" variant="quiet" size="sm" loading={loadingOlder} onClick={onLoadOlder}>
              {t`Load More`}
            </Button>
          )}
          {parts.map(({ key, rows }, index) => (
            <MessagePart
              key={key}
              rows={rows}
              ownId={me.id}
              partnerName={partnerName}
              newest={index >= parts.length - 2}
              acts={acts}
            />
          ))}
          {status === 'ready' && keptSince !== null && !(last && isAfter(last, keptSince)) && (
            <KeptLine partnerName={partnerName} />
          )}
        </div>
      </section>
      {isScrolledUp && (
        <Button className="jump" size="sm" onClick={scrollToLatest}>
          <ArrowDown className="icon" data-size="sm" aria-hidden="true" />
          {t`Jump to Latest`}
          {newCount > 0 && <span className="count">{newText(newCount)}</span>}
        </Button>
      )}
    </div>
  )
}

/** English needs no plural here; other languages do. */
function newText(newCount: number) {
  const shown = newCount > 99 ? '99+' : newCount
  return plural(newCount, { one: `${shown} new`, other: `${shown} new` })
}

const LoadFailed = ({ onReload }: Pick<MessageLogProps, 'onReload'>) => (
  <div className="log-note">
    <p>{t`We couldn't load the messages.`}</p>
    <Button size="sm" onClick={onReload}>
      {t`Try again`}
    </Button>
  </div>
)

function Empty(props: Pick<MessageLogProps, 'ended' | 'isWaiting' | 'partnerName'>) {
  const { heading, text } = emptyWords(props)
  return (
    <div className="log-note">
      <p className="heading">{heading}</p>
      <p className="ink-2">{text}</p>
    </div>
  )
}

function emptyWords({
  ended,
  isWaiting,
  partnerName,
}: Pick<MessageLogProps, 'ended' | 'isWaiting' | 'partnerName'>) {
  if (ended) return { heading: t`No messages`, text: t`This chat has no messages to read.` }
  if (isWaiting)
    return { heading: t`Say hello`, text: t`Write one message. It arrives when ${partnerName} accepts.` }
  return { heading: t`Say hello`, text: t`${partnerName} is waiting for your first message.` }
}

/** Counts the messages of the partner that have arrived since the member scrolled away from the latest one. */
function useNewBelow(messages: readonly ShownMessage[], ownId: string, isScrolledUp: boolean): number {
  const latest = messages.findLast((one) => one.state === 'sent')?.id ?? ''
  const [seenThrough, setSeenThrough] = useState(latest)
  if (!isScrolledUp && seenThrough !== latest) setSeenThrough(latest)
  if (!isScrolledUp) return 0
  return messages.filter((one) => one.state === 'sent' && one.senderId !== ownId && one.id > seenThrough)
    .length
}

/** Returns whether the log may announce changes. Older messages are inserted without an announcement. */
function useSettled(now: boolean): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    if (!now) return setSettled(false)
    const timer = setTimeout(() => setSettled(true), SETTLING)
    return () => clearTimeout(timer)
  }, [now])
  return now && settled
}
