const LAYERS = '[role="dialog"], [role="menu"], [role="listbox"][data-state="open"], [data-edits-in-place]'

/** Returns whether a dialog, menu, select list or field in place of a text is open, which then handles Escape. */
export const isLayerOpen = () => document.querySelector(LAYERS) !== null

/** Returns whether Escape closes the open suggestions of this field, and not the dialog around it. */
export const belongsToList = (target: EventTarget | null) =>
  target instanceof Element && target.matches('[role="combobox"][aria-expanded="true"]')

/** Returns whether the focus is in a dialog, which then closes with Escape. */
export const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="dialog"]') !== null
