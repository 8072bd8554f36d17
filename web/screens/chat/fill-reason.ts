import { isVisible } from '#schema/visible.ts'

/**
 * Returns the text of a report after its category was chosen: the label of the category if there is no text yet, or if the
 * text is the label of another category; otherwise the member's own words.
 */
export const fillReason = (reason: string, label: string, labels: readonly string[]): string =>
  !isVisible(reason) || labels.includes(reason) ? label : reason
