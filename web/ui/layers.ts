const LAYERS = '[role="dialog"], [role="menu"], [role="listbox"][data-state="open"], [data-edits-in-place]'

/** Returns whether a dialog, menu, select list or field in place of a text is open, which then handles Escape. */
export const isLayerOpen = () => document.querySelector(LAYERS) !== null
