import { t } from '@lingui/core/macro'
import { createElement, type ReactNode } from 'react'
import { Link } from 'react-router'
import { type DocumentPage, LANDING_PAGES } from '#schema/pages.ts'
import { PRODUCT } from '#schema/product.ts'
import { withTexts } from '../i18n/with-texts.ts'
import { NotFoundScreen } from '../screens/not-found/not-found-screen.tsx'
import { UnknownRedirectScreen } from '../screens/not-found/unknown-redirect-screen.tsx'
import { ResetFailedScreen, ResetSuccessScreen } from '../screens/password/outcome-screens.tsx'
import { ResetLinkScreen } from '../screens/password/reset-link-screen.tsx'
import { PaymentCancelScreen } from '../screens/payment/payment-cancel-screen.tsx'
import { PaymentSuccessScreen } from '../screens/payment/payment-success-screen.tsx'
import { EmailVerifiedScreen, VerificationFailedScreen } from '../screens/verification/outcome-screens.tsx'
import { LogoMark } from '../ui/logo.tsx'
import { useShownPage } from '../ui/use-history-layer.ts'
import { deferredScreen } from './deferred-screen.tsx'

const { name: product } = PRODUCT

const PublicLayout = deferredScreen<{ children: ReactNode }, 'PublicLayout'>(
  () => import('../screens/public/public-layout.tsx'),
  'PublicLayout',
)
const Landing = deferredScreen(() => import('../screens/landing/landing-screen.tsx'), 'LandingScreen')
const Faq = deferredScreen(() => import('../screens/faq/faq-screen.tsx'), 'FaqScreen')
const About = deferredScreen(() => import('../screens/about/about-screen.tsx'), 'AboutScreen')
const Admin = deferredScreen(
  () => withTexts('staff', import('../screens/admin/admin-screen.tsx')),
  'AdminScreen',
)
const Pricing = deferredScreen(
  () => withTexts('member', withTexts('pricing', import('../screens/pricing/pricing-screen.tsx'))),
  'PricingScreen',
)
const ResetRequest = deferredScreen(
  () => import('../screens/password/reset-request-screen.tsx'),
  'ResetRequestScreen',
)
const ResetConfirm = deferredScreen(
  () => import('../screens/password/reset-confirm-screen.tsx'),
  'ResetConfirmScreen',
)
const Verify = deferredScreen(
  () => withTexts('forms', import('../screens/verification/verify-screen.tsx')),
  'VerifyScreen',
)
const VerificationComplete = deferredScreen(
  () => withTexts('forms', import('../screens/verification/verification-complete-screen.tsx')),
  'VerificationCompleteScreen',
)
const NotMe = deferredScreen(() => import('../screens/not-me/not-me-screen.tsx'), 'NotMeScreen')
const OpenApp = deferredScreen(() => import('../screens/desktop/open-app-screen.tsx'), 'OpenAppScreen')
const Unsubscribe = deferredScreen(
  () => import('../screens/unsubscribe/unsubscribe-screen.tsx'),
  'UnsubscribeScreen',
)
const Safety = deferredScreen(
  () => withTexts('member', import('../screens/safety/safety-screen.tsx')),
  'SafetyScreen',
)
const SuspendedScreen = deferredScreen(
  () => withTexts('member', import('../screens/safety/suspended-screen.tsx')),
  'SuspendedScreen',
)
const ResetOutcomeDialog = deferredScreen(
  () => import('../screens/password/reset-outcome.tsx'),
  'ResetOutcome',
)
const LocationDebug = deferredScreen(
  () => import('../screens/location-debug/location-debug-screen.tsx'),
  'LocationDebugScreen',
)
const Privacy = deferredScreen(
  () => withTexts('member', withTexts('privacy', import('../screens/privacy/privacy-screen.tsx'))),
  'PrivacyScreen',
)

/** The pages in the public layout. */
const PUBLIC_PAGES: Record<string, ReactNode> = {
  ...Object.fromEntries(LANDING_PAGES.map((page) => [page, createElement(Landing, { page })])),
  '/faq': <Faq />,
  '/about': <About />,
}

/** The pages below a bar with a link home. */
const FURTHER_PAGES: Record<string, ReactNode> = {
  '/pricing': <Pricing />,
  '/payment/success': <PaymentSuccessScreen />,
  '/payment/cancel': <PaymentCancelScreen />,
  '/verify': <Verify />,
  '/verification-complete': <VerificationComplete />,
  '/email-verified': <EmailVerifiedScreen />,
  '/verification-failed': <VerificationFailedScreen />,
  '/not-me': <NotMe />,
  '/open-app': <OpenApp />,
  '/password-reset': <ResetRequest />,
  '/password-reset-confirm': <ResetConfirm />,
  '/password/change-after-reset': <ResetConfirm />,
  '/password/reset': <ResetLinkScreen />,
  '/reset-password': <ResetLinkScreen />,
  '/password/reset-success': <ResetSuccessScreen />,
  '/password/reset-failed': <ResetFailedScreen />,
  '/privacy-centre': <Privacy />,
  '/unsubscribe': <Unsubscribe />,
  '/safety-centre': <Safety />,
  '/location-debug': <LocationDebug />,
}

/** Redirect handlers for the links in our emails. */
const REDIRECT_HANDLERS = ['/verify/', '/password/reset/', '/reset-password/'] as const

/** All pages that are not part of a visitor's first load. */
export function FurtherRoutes({ path }: { path: string }) {
  useShownPage()
  if (path === '/admin') return <Admin />
  if (path in PUBLIC_PAGES) return <PublicLayout>{PUBLIC_PAGES[path]}</PublicLayout>
  const isRedirect = REDIRECT_HANDLERS.some((handler) => path.startsWith(handler))
  return (
    <>
      <PageBar />
      {FURTHER_PAGES[path] ?? (isRedirect ? <UnknownRedirectScreen /> : <NotFoundScreen />)}
    </>
  )
}

/** Shown in place of the home layout. */
export const Suspended = ({ page }: { page: DocumentPage | null }) => (
  <>
    <PageBar />
    <SuspendedScreen page={page} />
  </>
)

export const ResetOutcome = () => <ResetOutcomeDialog />

const PageBar = () => (
  <header className="page-bar">
    <Link className="logo" to="/" aria-label={t`${product}, home`}>
      <LogoMark />
      <b translate="no">{product}</b>
    </Link>
  </header>
)
