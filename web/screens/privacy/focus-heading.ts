/** Moves the focus to a section's heading, after the element that had the focus was removed. */
export function focusHeading(section: string) {
  if (document.activeElement === document.body) document.getElementById(`${section}-title`)?.focus()
}
