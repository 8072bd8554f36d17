import { ArrowDown } from 'lucide-react'
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { User } from '#schema/account.ts'
import type { ConversationState } from '../../state/chat/conversation-state.ts'
import type { ShownMessage } from '../../state/chat/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Bubble } from './bubble.tsx'
import { dayOf } from './days.ts'

/** Messages of one sender within this time stand together, under one time. */
const RUN = 5 * 60_000
/** Screen readers look at what has changed a little later. */
const SETTLING = 500
/** Nearer to the end than this, one reads the latest. */
const AT_END = 48

interface MessageLogProps {
  me: User
  partnerName: string
  /** Nothing more can be said. */
  ended: boolean
  state: ConversationState
  onLoadOlder(): void
  onRetry(id: string): void
  onEdit(id: string): void
  onReload(): void
}

const together = (a: ShownMessage | undefined, b: ShownMessage | undefined) =>
  a !== undefined &&
  b !== undefined &&
  a.senderId === b.senderId &&
  dayOf(a.time) === dayOf(b.time) &&
  Math.abs(Date.parse(b.time) - Date.parse(a.time)) < RUN &&
  (a.state === 'sent' || a.state === 'sending')

export function MessageLog({
  me,
  partnerName,
  ended,
  state,
  onLoadOlder,
  onRetry,
  onEdit,
  onReload,
}: MessageLogProps) {
  const { messages, status, hasMore, loadingOlder, partnerTyping } = state
  const scroller = useRef<HTMLDivElement>(null)
  const [away, setAway] = useState(false)
  const last = messages.at(-1)
  // The server's copy of an own message is no new message: the member may have scrolled up since.
  const lastId = last?.clientMessageId ?? last?.id
  const lastIsMine = last?.senderId === me.id

  // The column is reversed: 0 is the latest, so that older messages above never move what one reads.
  const toLatest = () => scroller.current?.scrollTo({ top: 0, behavior: 'instant' })

  useLayoutEffect(() => {
    if (lastIsMine && lastId) scroller.current?.scrollTo({ top: 0 })
  }, [lastId, lastIsMine])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const onScroll = () => setAway(Math.abs(element.scrollTop) > AT_END)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [])

  // The button that had the focus is gone with the last page.
  const hadMore = useRef(hasMore)
  useEffect(() => {
    if (hadMore.current && !hasMore && document.activeElement === document.body) scroller.current?.focus()
    hadMore.current = hasMore
  }, [hasMore])

  const news = useNewBelow(messages, me.id, away)
  const announces = useSettled(status === 'ready' && !loadingOlder)

  return (
    <div className="log-wrap">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard */}
      <section className="log-scroll" ref={scroller} tabIndex={0} aria-label="Message history">
        <div
          className="log"
          role="log"
          aria-live={announces ? 'polite' : 'off'}
          aria-label={`Conversation with ${partnerName}`}
        >
          {status === 'loading' && <Loading label="Loading messages" />}
          {status === 'failed' && (
            <div className="log-note">
              <p>The messages could not be loaded.</p>
              <Button size="sm" onClick={onReload}>
                Try again
              </Button>
            </div>
          )}
          {status === 'ready' && messages.length === 0 && (
            <div className="log-note">
              <p className="heading">{ended ? 'Nothing to read here.' : 'Say the first word.'}</p>
              <p className="ink-2">
                {ended ? 'No messages are left of it.' : `${partnerName} is as curious as you are.`}
              </p>
            </div>
          )}
          {hasMore && (
            <Button className="older" variant="quiet" size="sm" loading={loadingOlder} onClick={onLoadOlder}>
              Load More
            </Button>
          )}
          {messages.map((message, index) => {
            const before = messages[index - 1]
            const newDay = !before || dayOf(before.time) !== dayOf(message.time)
            return (
              <Fragment key={message.clientMessageId ?? message.id}>
                {newDay && <p className="day">{dayOf(message.time)}</p>}
                <Bubble
                  message={message}
                  mine={message.senderId === me.id}
                  first={!together(before, message)}
                  last={!together(message, messages[index + 1])}
                  onRetry={onRetry}
                  onEdit={onEdit}
                />
              </Fragment>
            )
          })}
          {partnerTyping && (
            <div className="bubble-row" data-from="them" data-first data-last aria-hidden="true">
              <div className="bubble typing">
                <i />
              </div>
            </div>
          )}
        </div>
      </section>
      {away && (
        <Button className="jump" size="sm" onClick={toLatest}>
          <ArrowDown className="icon" data-size="sm" aria-hidden="true" />
          Jump to Latest
          {news > 0 && <span className="count">{news > 99 ? '99+' : news} new</span>}
        </Button>
      )}
    </div>
  )
}

/** Counts the messages of the partner that have arrived since the member scrolled away from the latest one. */
function useNewBelow(messages: readonly ShownMessage[], ownId: string, away: boolean): number {
  const latest = messages.findLast((one) => one.state === 'sent')?.id ?? ''
  const [seenThrough, setSeenThrough] = useState(latest)
  if (!away && seenThrough !== latest) setSeenThrough(latest)
  if (!away) return 0
  return messages.filter((one) => one.state === 'sent' && one.senderId !== ownId && one.id > seenThrough)
    .length
}

/** Older messages are put in place without a word: the log speaks again once they stand. */
function useSettled(now: boolean): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    if (!now) return setSettled(false)
    const timer = setTimeout(() => setSettled(true), SETTLING)
    return () => clearTimeout(timer)
  }, [now])
  return now && settled
}
