/** Public documents. Visitors see them beside the login, members in the home layout. */
export const DOCUMENT_PAGES = [
  '/terms',
  '/privacy',
  '/contact',
  '/refund-policy',
  '/cancellation-policy',
] as const
export type DocumentPage = (typeof DOCUMENT_PAGES)[number]

/** The landing pages. */
export const LANDING_PAGES = [
  '/talk-to-strangers',
  '/random-chat',
  '/find-friends',
  '/friend-finder',
] as const
export type LandingPage = (typeof LANDING_PAGES)[number]

/** The pages that need no account. Search engines see only these. */
export const PUBLIC_PAGES = [
  '/',
  '/auth',
  '/register',
  ...LANDING_PAGES,
  '/faq',
  '/about',
  ...DOCUMENT_PAGES,
] as const
export type PublicPage = (typeof PUBLIC_PAGES)[number]

/** Every path that has a page. Other paths get the 404 page. */
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

/** The meta element of a page that holds MESSAGE_RETENTION_MONTHS, if the server has the setting. */
export const MESSAGE_MONTHS = 'message-months'

/** The meta element of a page whose server has demo partners. */
export const DEMO_PARTNERS = 'demo-partners'
