import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { beginningOf, withoutBlankLines } from './fold-message.ts'

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
