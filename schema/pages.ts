/** The paths that have a page; any other one is answered 404, with the page that says so. */
export const PAGES = ['/', '/auth', '/verify', '/verification-complete'] as const
