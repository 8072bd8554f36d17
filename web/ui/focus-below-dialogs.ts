/** Moves the focus to the element, unless it is in a dialog that has opened above the element. */
export function focusBelowDialogs(element: HTMLElement | null) {
  const dialog = document.activeElement?.closest('[role="dialog"][data-state="open"]')
  if (!dialog || dialog.contains(element)) element?.focus()
}
