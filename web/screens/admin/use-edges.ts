import { type RefCallback, useCallback } from 'react'

/**
 * Marks an element that scrolls sideways with `data-before` and `data-after` while there is more on that side. The
 * styles fade that edge.
 */
export function useEdges<Scroller extends HTMLElement>(): RefCallback<Scroller> {
  return useCallback((element: Scroller | null) => {
    if (!element) return
    const mark = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      element.toggleAttribute('data-before', scrollLeft > 1)
      element.toggleAttribute('data-after', scrollLeft + clientWidth < scrollWidth - 1)
    }
    const sizes = new ResizeObserver(mark)
    sizes.observe(element)
    // What grows inside, such as a tab that gets a count, does not change the size of the element itself.
    for (const child of element.children) sizes.observe(child)
    element.addEventListener('scroll', mark, { passive: true })
    mark()
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [])
}
