/** What had the focus is gone with what was done: it goes on from the section's heading. */
export function focusHeading(section: string) {
  if (document.activeElement === document.body) document.getElementById(`${section}-title`)?.focus()
}
