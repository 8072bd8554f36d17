import { type RefCallback, useCallback } from 'react'

/** Lets the keyboard reach an element without controls while it scrolls, and only then. */
export function useFocusableScroller<Scroller extends HTMLElement>(): RefCallback<Scroller> {
  return useCallback((element: Scroller | null) => {
    if (!element) return
    const sizes = new ResizeObserver(() => {
      if (element.scrollWidth > element.clientWidth) element.tabIndex = 0
      else element.removeAttribute('tabindex')
    })
    function observe(scroller: Scroller) {
      sizes.observe(scroller)
      for (const child of scroller.children) sizes.observe(child)
    }
    observe(element)
    // Children that come later make the content wider, but not the element.
    const children = new MutationObserver(() => observe(element))
    children.observe(element, { childList: true })
    return () => {
      sizes.disconnect()
      children.disconnect()
    }
  }, [])
}
