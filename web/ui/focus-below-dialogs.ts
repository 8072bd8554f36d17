/** Focuses the element, unless a dialog that opened above it has the focus. */
export function focusBelowDialogs(element: HTMLElement | null) {
  const dialog = document.activeElement?.closest('[role="dialog"][data-state="open"]')
  if (!dialog || dialog.contains(element)) element?.focus()
}
