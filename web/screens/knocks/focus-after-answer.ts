/** Where the focus goes, in this order: the next card, then what the screen below is about. */
const TARGETS = '.knock h2, #message, .search-body button, #idle-title, #document-title'

/** Moves the focus out of a card that is about to be removed. Does nothing when the focus is elsewhere. */
export function focusAfterAnswer(card: HTMLElement | null) {
  if (!card?.contains(document.activeElement)) return
  queueMicrotask(() => {
    if (document.activeElement !== document.body) return
    const targets = [...document.querySelectorAll<HTMLElement>(TARGETS)]
    targets.find((one) => one.getClientRects().length > 0)?.focus()
  })
}
