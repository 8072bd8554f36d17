/** Returns whether a dialog, menu or select list is open, which then handles Escape. */
export const layerIsOpen = () =>
  document.querySelector('[role="dialog"], [role="menu"], [role="listbox"][data-state="open"]') !== null
