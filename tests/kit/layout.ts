import { expect, type Page } from '@playwright/test'

interface LayoutTools {
  nameOf(element: Element): string
  isShown(element: Element): boolean
  /** The part of a box that the scrolling or cropping ancestors of an element leave visible. */
  visiblePart(element: Element, box?: DOMRect): { left: number; right: number; top: number; bottom: number }
  /** The lines of text on the page, each with the box that should hold it. */
  lines(): { box: DOMRect; parent: Element; block: Element }[]
}

declare global {
  interface Window {
    layoutTools: LayoutTools
  }
}

/** Runs in the page, as do the functions below. */
function installTools() {
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest(
      '.sr-only, .skip, script, style, noscript, option, svg, [aria-hidden="true"], [inert], [data-closed]',
    )
  function blockOf(element: Element): Element {
    const { parentElement } = element
    return parentElement && getComputedStyle(element).display === 'inline' ? blockOf(parentElement) : element
  }
  const boxesOf = (node: Node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return [...range.getClientRects()].filter(({ width }) => width >= 1)
  }
  window.layoutTools = {
    isShown,
    nameOf: (element) =>
      `${element.localName}.${[...element.classList].join('.')} “${(element.textContent ?? '').trim().slice(0, 40)}”`,
    visiblePart(element, box = element.getBoundingClientRect()) {
      let { left, right, top, bottom } = box
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        if (getComputedStyle(parent).overflow === 'visible') continue
        const frame = parent.getBoundingClientRect()
        left = Math.max(left, frame.left)
        right = Math.min(right, frame.right)
        top = Math.max(top, frame.top)
        bottom = Math.min(bottom, frame.bottom)
      }
      return { left, right, top, bottom }
    },
    lines() {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found = []
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement
        if (!parent || (node.textContent ?? '').trim() === '' || !isShown(parent)) continue
        const block = blockOf(parent)
        // Narrower texts are for screen readers only.
        if (block.getBoundingClientRect().width > 2)
          found.push(...boxesOf(node).map((box) => ({ box, parent, block })))
      }
      return found
    },
  }
}

/** Text that leaves its box or the window, or is cut off. Members' words may end in an ellipsis. */
function textProblems(): string[] {
  const { lines, nameOf, visiblePart } = window.layoutTools
  const { scrollWidth, clientWidth: width } = document.documentElement
  const mayBeCut = (element: Element | null): boolean => {
    if (!element) return false
    const { overflowX, textOverflow } = getComputedStyle(element)
    const scrolls = /auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth
    const isOfMember = element.querySelector('bdi') !== null || element.matches('bdi, [dir]')
    return scrolls || (textOverflow === 'ellipsis' && isOfMember) || mayBeCut(element.parentElement)
  }
  const problems = lines()
    .filter(({ block }) => !mayBeCut(block))
    .flatMap(({ box, parent, block }) => {
      const frame = block.getBoundingClientRect()
      if (box.left < frame.left - 2 || box.right > frame.right + 2) return `text leaves ${nameOf(block)}`
      if (box.left < -1 || box.right > width + 1) return `text leaves the window: ${nameOf(block)}`
      const seen = visiblePart(parent, box)
      const isCut = seen.left > box.left + 2 || seen.right < box.right - 2
      return isCut && seen.bottom > seen.top ? `text is cut off: ${nameOf(block)}` : []
    })
  if (scrollWidth <= width + 1) return problems
  const outside = [...document.body.querySelectorAll('*')].filter((element) => {
    const { left, right } = visiblePart(element)
    return left < -1 || right > width + 1
  })
  const names = outside.slice(0, 5).map(nameOf).join(', ')
  return [`the page is ${scrollWidth - width} px wider than the window: ${names}`, ...problems]
}

/** Members' words whose beginning is cut off, because the box with the ellipsis has the other direction. */
function beginningProblems(): string[] {
  const { isShown, nameOf } = window.layoutTools
  const directionOf = (element: Element) => getComputedStyle(element).direction
  const ellipsisOf = (element: Element | null): Element | null =>
    !element || getComputedStyle(element).textOverflow === 'ellipsis'
      ? element
      : ellipsisOf(element.parentElement)
  return [...document.querySelectorAll('bdi, [dir]')].filter(isShown).flatMap((words) => {
    const box = ellipsisOf(words)
    const isCut = box !== null && box.scrollWidth > box.clientWidth
    return isCut && directionOf(box) !== directionOf(words)
      ? `the beginning is cut off: ${nameOf(words)}`
      : []
  })
}

/** Two texts in one place. */
function overlapProblems(): string[] {
  const { lines, nameOf, visiblePart } = window.layoutTools
  const { clientWidth: width, clientHeight: height } = document.documentElement
  const inView = lines().filter(({ box, parent }) => {
    const { top, bottom } = visiblePart(parent, box)
    return Math.min(bottom, height) - Math.max(top, 0) > box.height / 2 && box.right > 0 && box.left < width
  })
  /** Whether nothing covers the text at this place. */
  const isSeen = (parent: Element, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y)
    return hit !== null && (hit.contains(parent) || parent.contains(hit))
  }
  return inView.flatMap(({ box: a, parent: one }, index) =>
    inView.slice(index + 1).flatMap(({ box: b, parent: two }) => {
      if (one.contains(two) || two.contains(one)) return []
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      // Compares the middle of the lines: faces differ in their room above and below the letters.
      const apart = Math.abs(a.top + a.bottom - b.top - b.bottom) / 2
      if (across < 3 || apart > Math.min(a.height, b.height) * 0.4) return []
      const x = Math.max(a.left, b.left) + across / 2
      const areSeen = isSeen(one, x, (a.top + a.bottom) / 2) && isSeen(two, x, (b.top + b.bottom) / 2)
      return areSeen ? `${nameOf(one)} overlaps ${nameOf(two)}` : []
    }),
  )
}

/** Controls in the window that something else covers. */
function coverProblems(): string[] {
  const { isShown, nameOf, visiblePart } = window.layoutTools
  const { clientWidth: width, clientHeight: height } = document.documentElement
  const controls =
    'button:not(.drawer-scrim), a[href], input:not([type="hidden"]), textarea, [role="tab"], [role="option"]'
  const modal = document.querySelector('[role="dialog"]')
  function coverOf(control: Element): Element | null {
    const { left, right, top, bottom } = visiblePart(control)
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    if (right - left < 4 || bottom - top < 4 || x < 0 || y < 0 || x >= width || y >= height) return null
    const hit = document.elementFromPoint(x, y)
    const isOwn =
      !hit || control.contains(hit) || hit.contains(control) || hit.closest('label')?.contains(control)
    return isOwn ? null : hit
  }
  return [...(modal ?? document).querySelectorAll(controls)].filter(isShown).flatMap((control) => {
    if (!coverOf(control)) return []
    // A bar that stays at an edge covers what scrolls below it, until that is scrolled away from the edge.
    control.scrollIntoView({ block: 'center', behavior: 'instant' })
    const cover = coverOf(control)
    return cover ? `${nameOf(control)} is covered by ${nameOf(cover)}` : []
  })
}

/** Links and buttons that are lower than 24 px, and those of the dock that are lower than 44. */
function targetProblems(): string[] {
  const { isShown, nameOf } = window.layoutTools
  return [...document.querySelectorAll('a[href], button, summary')].filter(isShown).flatMap((target) => {
    const least = target.closest('.dock') ? 44 : 24
    const heights = [...target.getClientRects()].map(({ height }) => height)
    const height = Math.min(...heights)
    return height < least - 0.5 ? `${nameOf(target)} is ${Math.round(height)} px high` : []
  })
}

/** Returns what is cut off, covered, too wide or too low to press on the page, once its fonts have loaded. */
async function layoutProblemsOn(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(installTools)
  const found = [
    ...(await page.evaluate(textProblems)),
    ...(await page.evaluate(beginningProblems)),
    ...(await page.evaluate(overlapProblems)),
    ...(await page.evaluate(coverProblems)),
    ...(await page.evaluate(targetProblems)),
  ]
  return [...new Set(found)]
}

/** Fails if the page is wider than its window, cuts text off, covers text or controls with others, or has links too low to press. */
export async function expectRoom(page: Page, where: string) {
  await expect.poll(() => layoutProblemsOn(page), { message: where, timeout: 15_000 }).toEqual([])
}
