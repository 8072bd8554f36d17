import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { isVisible } from '#schema/visible.ts'

/** Blank lines that are shown in a row. */
const BLANK_LINES = 2
/** Lines of a long message that are shown at first. */
const SHOWN_LINES = 20
/** A button is worth the space only for more lines than these. */
const LONG = 30

/** Returns a message without the blank lines beyond two in a row: thousands of them would push all others off the screen. */
export function withoutBlankLines(text: string): string {
  let blank = 0
  const kept = text.split(/\r\n|[\n\r\u2028\u2029]/).filter((line) => {
    blank = isVisible(line) ? 0 : blank + 1
    return blank <= BLANK_LINES
  })
  return kept.join('\n')
}

/** Returns the beginning of a message with many lines; null for one that is shown whole. */
export function beginningOf(text: string): string | null {
  const lines = text.split('\n')
  return lines.length > LONG ? lines.slice(0, SHOWN_LINES).join('\n') : null
}

/** The text of a message in its bubble. Its direction comes from the text alone, without the sender's name. A text of many lines is folded. */
export function MessageText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  const whole = withoutBlankLines(text)
  const beginning = isWhole ? null : beginningOf(whole)
  return (
    // The corners of the bubble follow the page, in either direction of the text.
    <div className="bubble">
      <div dir="auto">
        {beginning ?? whole}
        {beginning !== null && (
          <button type="button" className="unfold" dir="auto" onClick={() => setWhole(true)}>
            {t`Show the whole message`}
          </button>
        )}
      </div>
    </div>
  )
}
