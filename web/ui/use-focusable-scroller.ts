import { type RefCallback, useCallback } from 'react'

/** Lets the keyboard reach an element without controls while it scrolls, and only then. */
export function useFocusableScroller<Scroller extends HTMLElement>(): RefCallback<Scroller> {
  return useCallback((element: Scroller | null) => {
    if (!element) return
    const sizes = new ResizeObserver(() => {
      if (element.scrollWidth > element.clientWidth) element.tabIndex = 0
      else element.removeAttribute('tabindex')
    })
    sizes.observe(element)
    for (const child of element.children) sizes.observe(child)
    return () => sizes.disconnect()
  }, [])
}
