/** The documents that everybody may read: beside the login for visitors, in the home layout for members. */
export const DOCUMENT_PAGES = [
  '/terms',
  '/privacy',
  '/contact',
  '/refund-policy',
  '/cancellation-policy',
] as const
export type DocumentPage = (typeof DOCUMENT_PAGES)[number]

/** What a visitor may come in by. */
export const LANDING_PAGES = [
  '/talk-to-strangers',
  '/random-chat',
  '/find-friends',
  '/friend-finder',
] as const
export type LandingPage = (typeof LANDING_PAGES)[number]

/** What a visitor may read without an account. Search engines are shown these, and nothing else. */
export const PUBLIC_PAGES = ['/', '/auth', ...LANDING_PAGES, '/faq', '/about', ...DOCUMENT_PAGES] as const
export type PublicPage = (typeof PUBLIC_PAGES)[number]

/** The paths that have a page; any other one is answered 404, with the page that says so. */
export const PAGES = [
  ...PUBLIC_PAGES,
  '/pricing',
  '/payment/success',
  '/payment/cancel',
  '/verify',
  '/verification-complete',
  '/email-verified',
  '/verification-failed',
  '/not-me',
  '/open-app',
  '/password-reset',
  '/password-reset-confirm',
  '/password/change-after-reset',
  '/password/reset',
  '/reset-password',
  '/password/reset-success',
  '/password/reset-failed',
  '/unsubscribe',
  '/location-debug',
  '/privacy-centre',
  '/safety-centre',
  '/admin',
] as const
