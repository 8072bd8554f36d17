/** Returns whether a dialog, menu or select list is open, which then handles Escape. */
export const isLayerOpen = () =>
  document.querySelector('[role="dialog"], [role="menu"], [role="listbox"][data-state="open"]') !== null
