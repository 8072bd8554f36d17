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
