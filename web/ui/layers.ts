/** Whether something lies open above the page, to which Escape belongs: a dialog, a menu, a select's list. */
export const layerIsOpen = () =>
  document.querySelector('[role="dialog"], [role="menu"], [role="listbox"][data-state="open"]') !== null
