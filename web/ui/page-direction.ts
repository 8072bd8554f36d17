/** Returns the direction of the page's text. Radix takes a page for left to right that does not state it. */
export const pageDirection = (): 'ltr' | 'rtl' => (document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr')
