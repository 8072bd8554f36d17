import { type RefCallback, useCallback } from 'react'

/** Pixels of the neighbouring tab that stay visible beside the selected tab. */
const MARGIN = 40

/**
 * Marks an element that scrolls sideways with `data-before` and `data-after` while there is more on that side. The
 * styles fade that edge. A selected tab inside is kept in view.
 */
export function useScrollEdges<Scroller extends HTMLElement>(): RefCallback<Scroller> {
  return useCallback((element: Scroller | null) => {
    if (!element) return
    const mark = () => {
      const { clientWidth, scrollWidth } = element
      // From right to left, positions are negative.
      const scrolled = Math.abs(element.scrollLeft)
      element.toggleAttribute('data-before', scrolled > 1)
      element.toggleAttribute('data-after', scrolled + clientWidth < scrollWidth - 1)
    }
    const update = () => {
      showSelectedTab(element)
      mark()
    }
    const sizes = new ResizeObserver(update)
    sizes.observe(element)
    // Children can grow without changing the element's own size, for example a tab that gets a count.
    for (const child of element.children) sizes.observe(child)
    const selections = new MutationObserver(update)
    selections.observe(element, { attributeFilter: ['aria-selected'], subtree: true })
    element.addEventListener('scroll', mark, { passive: true })
    mark()
    return () => {
      sizes.disconnect()
      selections.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [])
}

/** Scrolls the selected tab into view. Does nothing if it is in view or there are no tabs. */
function showSelectedTab(element: HTMLElement) {
  const tab = element.querySelector('[role="tab"][aria-selected="true"]')?.getBoundingClientRect()
  if (!tab) return
  const { left, right } = element.getBoundingClientRect()
  if (tab.left < left) element.scrollLeft -= left - tab.left + MARGIN
  else if (tab.right > right) element.scrollLeft += tab.right - right + MARGIN
}
