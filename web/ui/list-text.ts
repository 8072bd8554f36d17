import { t } from '@lingui/core/macro'

/** Returns the items of a list in one line. `Intl.ListFormat` would add no commas in some languages. */
export const listText = (items: readonly string[]): string =>
  items.length === 0
    ? ''
    : items.reduce((list, item) => t({ message: `${list}, ${item}`, comment: 'A list and its next item' }))
