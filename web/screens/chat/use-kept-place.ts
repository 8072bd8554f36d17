import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Pixels from the end within which the member counts as reading the latest message. */
const AT_END = 48

interface Place {
  row: Element
  /** Its distance from the top of the window. */
  top: number
}

const topOf = (element: Element) => element.getBoundingClientRect().top

/** Returns the first message that is on screen. */
function firstShown(scroller: Element): Place | null {
  const edge = topOf(scroller)
  const isShown = (element: Element) => element.getBoundingClientRect().bottom > edge
  // Messages off screen are not laid out, so only the rows of one part are measured.
  const part = [...scroller.querySelectorAll('.log-part')].find(isShown)
  const row = [...(part?.querySelectorAll('.bubble-row') ?? [])].find(isShown)
  return row ? { row, top: topOf(row) } : null
}

/**
 * Keeps what a member reads in its place while messages arrive. The log is a reversed column: its scroll position counts
 * from the latest message, so each new one would move the text. Browsers correct that only in part, and Safari never.
 */
export function useKeptPlace(scroller: RefObject<HTMLElement | null>) {
  const [isScrolledUp, setScrolledUp] = useState(false)
  const place = useRef<Place | null>(null)

  const remember = useCallback(() => {
    const element = scroller.current
    const isUp = element !== null && Math.abs(element.scrollTop) > AT_END
    place.current = isUp ? firstShown(element) : null
    setScrolledUp(isUp)
  }, [scroller])

  useEffect(() => {
    const element = scroller.current
    element?.addEventListener('scroll', remember, { passive: true })
    return () => element?.removeEventListener('scroll', remember)
  }, [scroller, remember])

  // After each change of the log.
  useLayoutEffect(() => {
    const { current } = place
    if (!current?.row.isConnected || !scroller.current) return
    const moved = topOf(current.row) - current.top
    if (Math.abs(moved) >= 1) scroller.current.scrollTop += moved
  })

  return {
    isScrolledUp,
    scrollToLatest() {
      place.current = null
      scroller.current?.scrollTo({ top: 0, behavior: 'instant' })
    },
  }
}
