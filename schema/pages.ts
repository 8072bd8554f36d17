/** The documents that everybody may read: beside the login for visitors, in the home layout for members. */
export const DOCUMENT_PAGES = [
  '/terms',
  '/privacy',
  '/contact',
  '/refund-policy',
  '/cancellation-policy',
] as const
export type DocumentPage = (typeof DOCUMENT_PAGES)[number]

/** The paths that have a page; any other one is answered 404, with the page that says so. */
export const PAGES = [
  '/',
  '/auth',
  ...DOCUMENT_PAGES,
  '/verify',
  '/verification-complete',
  '/email-verified',
  '/verification-failed',
  '/password-reset',
  '/password-reset-confirm',
  '/password/change-after-reset',
  '/password/reset',
  '/reset-password',
  '/password/reset-success',
  '/password/reset-failed',
  '/location-debug',
] as const
