import { Fragment, memo } from 'react'
import { Bubble, type MessageActs } from './bubble.tsx'
import { KeptLine } from './kept-line.tsx'
import { isSamePart, type MessageRow } from './message-rows.ts'

interface MessagePartProps {
  rows: readonly MessageRow[]
  ownId: string
  partnerName: string
  /** Whether it is one of the last parts, which are never skipped. */
  newest: boolean
  acts: MessageActs
}

/** The height that is assumed for a message until it was on screen. */
const ROW_REM = 2.75

/** A part of the messages. It renders again only when one of its messages changes; the browser skips it while off screen. */
export const MessagePart = memo(
  function MessagePart({ rows, ownId, partnerName, newest, acts }: MessagePartProps) {
    return (
      <div
        className="log-part"
        data-newest={newest || undefined}
        style={{ containIntrinsicBlockSize: `auto ${rows.length * ROW_REM}rem` }}
      >
        {rows.map(({ key, message, day, pause, isFirstKept, delivery, first, last }) => (
          <Fragment key={key}>
            {isFirstKept && <KeptLine partnerName={partnerName} />}
            {day && <p className="day">{day}</p>}
            {pause && (
              <p className="day">
                <time dateTime={message.time}>{pause}</time>
              </p>
            )}
            <Bubble
              message={message}
              mine={message.senderId === ownId}
              first={first}
              last={last}
              delivery={delivery}
              acts={acts}
            />
          </Fragment>
        ))}
      </div>
    )
  },
  (one, other) =>
    isSamePart(one.rows, other.rows) &&
    one.ownId === other.ownId &&
    one.partnerName === other.partnerName &&
    one.newest === other.newest &&
    one.acts === other.acts,
)
