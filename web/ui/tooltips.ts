/** Milliseconds that the pointer or the focus rests before a tooltip shows (spec §9). */
const DELAY = 700
/** Milliseconds for the pointer to cross from the button to its tooltip. */
const CROSSING = 150
/** Pixels. */
const GAP = 6
const EDGE = 8

const ID = 'tooltip'

const anchorOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null

/** Above its button, or below where there is no room, and inside the window. */
function place(tooltip: HTMLElement, anchor: HTMLElement) {
  const button = anchor.getBoundingClientRect()
  const { width, height } = tooltip.getBoundingClientRect()
  const above = button.top - height - GAP
  const centred = button.left + (button.width - width) / 2
  const rightmost = document.documentElement.clientWidth - width - EDGE
  tooltip.style.top = `${above >= EDGE ? above : button.bottom + GAP}px`
  tooltip.style.left = `${Math.max(EDGE, Math.min(centred, rightmost))}px`
}

/** Whether another element, such as a drawer that the press has opened, lies over the button. */
function isCovered(anchor: HTMLElement): boolean {
  const { left, top, width, height } = anchor.getBoundingClientRect()
  return !anchor.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}

/** The text is the button's accessible name already, so that screen readers are not told twice. */
function createTooltip(): HTMLElement {
  const tooltip = document.createElement('div')
  tooltip.id = ID
  tooltip.className = 'tooltip'
  tooltip.role = 'tooltip'
  tooltip.ariaHidden = 'true'
  tooltip.popover = 'manual'
  // A press on it is not a press outside of a dialog, which would close the dialog.
  tooltip.addEventListener('pointerdown', (event) => event.stopPropagation())
  document.body.append(tooltip)
  return tooltip
}

/**
 * Shows the `data-tooltip` of the element that the pointer or the keyboard focus rests on. The pointer is on `first`
 * already. A second call does nothing.
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
