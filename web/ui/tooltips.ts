/** Milliseconds of hover or focus before a tooltip shows (spec §9). */
const DELAY = 700
/** Milliseconds that the pointer has to move from the button to its tooltip. */
const CROSSING = 150
/** Pixels between a button and its tooltip. */
const GAP = 6
const EDGE = 8

const ID = 'tooltip'

const anchorOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null

/** Positions the tooltip above its button, or below if there is no room, and inside the window. */
function place(tooltip: HTMLElement, anchor: HTMLElement) {
  const button = anchor.getBoundingClientRect()
  const { width, height } = tooltip.getBoundingClientRect()
  const above = button.top - height - GAP
  const centred = button.left + (button.width - width) / 2
  const rightmost = document.documentElement.clientWidth - width - EDGE
  tooltip.style.top = `${above >= EDGE ? above : button.bottom + GAP}px`
  tooltip.style.left = `${Math.max(EDGE, Math.min(centred, rightmost))}px`
}

/** Returns whether another element covers the button, such as a drawer that the press opened. */
function isCovered(anchor: HTMLElement): boolean {
  const { left, top, width, height } = anchor.getBoundingClientRect()
  return !anchor.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}

/** Hidden from screen readers, because the text is already the button's accessible name. */
function createTooltip(): HTMLElement {
  const tooltip = document.createElement('div')
  tooltip.id = ID
  tooltip.className = 'tooltip'
  tooltip.role = 'tooltip'
  tooltip.ariaHidden = 'true'
  tooltip.popover = 'manual'
  // A press on the tooltip must not count as a press outside of a dialog, which would close the dialog.
  tooltip.addEventListener('pointerdown', (event) => event.stopPropagation())
  document.body.append(tooltip)
  return tooltip
}

/**
 * Shows the `data-tooltip` of the element under the pointer or with the keyboard focus, starting with `first`. A
 * second call does nothing.
 */
export function startTooltips(first: EventTarget | null) {
  if (document.getElementById(ID)) return
  const tooltip = createTooltip()
  let anchor: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function show() {
    const text = anchor?.dataset.tooltip ?? ''
    // A button that shows its text needs no tooltip.
    if (!anchor?.isConnected || text === '' || anchor.innerText.includes(text) || isCovered(anchor)) return
    tooltip.textContent = text
    tooltip.showPopover()
    place(tooltip, anchor)
  }

  function hide() {
    clearTimeout(timer)
    tooltip.hidePopover()
  }

  function rest(on: HTMLElement | null) {
    if (on === anchor) return
    hide()
    anchor = on
    if (on) timer = setTimeout(show, DELAY)
  }

  function onPointer({ target, pointerType }: PointerEvent) {
    if (pointerType === 'touch') return
    if (target === tooltip) return clearTimeout(timer)
    const next = anchorOf(target)
    if (next || !tooltip.matches(':popover-open')) return rest(next)
    clearTimeout(timer)
    timer = setTimeout(() => rest(null), CROSSING)
  }

  document.addEventListener('pointerover', onPointer)
  document.documentElement.addEventListener('pointerleave', () => rest(null))
  document.addEventListener('focusin', ({ target }) => {
    const focused = anchorOf(target)
    rest(focused?.matches(':focus-visible') ? focused : null)
  })
  // A pressed element shows no tooltip until the pointer or the focus returns to it.
  for (const event of ['pointerdown', 'keydown', 'scroll', 'blur'])
    window.addEventListener(event, hide, { capture: true, passive: true })
  rest(anchorOf(first))
}
