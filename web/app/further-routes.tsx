import { t } from '@lingui/core/macro'
import { Link, Route, Routes } from 'react-router'
import { type DocumentPage, LANDING_PAGES } from '#schema/pages.ts'
import { PRODUCT } from '#schema/product.ts'
import { withTexts } from '../i18n/with-texts.ts'
import { NotFoundScreen } from '../screens/not-found/not-found-screen.tsx'
import { ResetFailedScreen, ResetSuccessScreen } from '../screens/password/outcome-screens.tsx'
import { ResetLinkScreen } from '../screens/password/reset-link-screen.tsx'
import { PaymentCancelScreen } from '../screens/payment/payment-cancel-screen.tsx'
import { PaymentSuccessScreen } from '../screens/payment/payment-success-screen.tsx'
import { EmailVerifiedScreen, VerificationFailedScreen } from '../screens/verification/outcome-screens.tsx'
import { UnknownRedirectScreen } from '../screens/verification/unknown-redirect-screen.tsx'
import { deferred } from '../ui/deferred.tsx'
import { LogoMark } from '../ui/logo.tsx'
import { useShownPage } from '../ui/use-history-layer.ts'

const { name: product } = PRODUCT

const PublicLayout = deferred(() => import('../screens/public/public-layout.tsx'), 'PublicLayout')
const Landing = deferred(() => import('../screens/landing/landing-screen.tsx'), 'LandingScreen')
const Faq = deferred(() => import('../screens/faq/faq-screen.tsx'), 'FaqScreen')
const About = deferred(() => import('../screens/about/about-screen.tsx'), 'AboutScreen')
const Admin = deferred(() => withTexts('staff', import('../screens/admin/admin-screen.tsx')), 'AdminScreen')
const Pricing = deferred(
  () => withTexts('member', import('../screens/pricing/pricing-screen.tsx')),
  'PricingScreen',
)
const ResetRequest = deferred(
  () => import('../screens/password/reset-request-screen.tsx'),
  'ResetRequestScreen',
)
const ResetConfirm = deferred(
  () => import('../screens/password/reset-confirm-screen.tsx'),
  'ResetConfirmScreen',
)
const Verify = deferred(
  () => withTexts('forms', import('../screens/verification/verify-screen.tsx')),
  'VerifyScreen',
)
const VerificationComplete = deferred(
  () => withTexts('forms', import('../screens/verification/verification-complete-screen.tsx')),
  'VerificationCompleteScreen',
)
const NotMe = deferred(() => import('../screens/not-me/not-me-screen.tsx'), 'NotMeScreen')
const OpenApp = deferred(() => import('../screens/desktop/open-app-screen.tsx'), 'OpenAppScreen')
const Unsubscribe = deferred(
  () => import('../screens/unsubscribe/unsubscribe-screen.tsx'),
  'UnsubscribeScreen',
)
const Safety = deferred(
  () => withTexts('member', import('../screens/safety/safety-screen.tsx')),
  'SafetyScreen',
)
const SuspendedScreen = deferred(
  () => withTexts('member', import('../screens/suspended/suspended-screen.tsx')),
  'SuspendedScreen',
)
const ResetOutcomeDialog = deferred(() => import('../screens/password/reset-outcome.tsx'), 'ResetOutcome')
const LocationDebug = deferred(
  () => import('../screens/location-debug/location-debug-screen.tsx'),
  'LocationDebugScreen',
)
const Privacy = deferred(
  () => withTexts('member', import('../screens/privacy/privacy-screen.tsx')),
  'PrivacyScreen',
)

/** All routes that are not part of a visitor's first load. */
export function FurtherRoutes() {
  useShownPage()
  return (
    <Routes>
      <Route element={<PublicLayout />}>
        {LANDING_PAGES.map((page) => (
          <Route key={page} path={page} element={<Landing page={page} />} />
        ))}
        <Route path="/faq" element={<Faq />} />
        <Route path="/about" element={<About />} />
      </Route>
      <Route path="/admin" element={<Admin />} />
      <Route path="*" element={<FurtherPages />} />
    </Routes>
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

/** Redirect handlers for the links in our emails. */
const REDIRECT_HANDLERS = ['/verify', '/password/reset', '/reset-password'] as const

/** The layout of a single-task page: a bar with a link home, and the page. */
function FurtherPages() {
  return (
    <>
      <PageBar />
      <Routes>
        <Route path="/pricing" element={<Pricing />} />
        <Route path="/payment/success" element={<PaymentSuccessScreen />} />
        <Route path="/payment/cancel" element={<PaymentCancelScreen />} />
        <Route path="/verify" element={<Verify />} />
        <Route path="/verification-complete" element={<VerificationComplete />} />
        <Route path="/email-verified" element={<EmailVerifiedScreen />} />
        <Route path="/verification-failed" element={<VerificationFailedScreen />} />
        <Route path="/not-me" element={<NotMe />} />
        <Route path="/open-app" element={<OpenApp />} />
        <Route path="/password-reset" element={<ResetRequest />} />
        <Route path="/password-reset-confirm" element={<ResetConfirm />} />
        <Route path="/password/change-after-reset" element={<ResetConfirm />} />
        <Route path="/password/reset" element={<ResetLinkScreen />} />
        <Route path="/reset-password" element={<ResetLinkScreen />} />
        <Route path="/password/reset-success" element={<ResetSuccessScreen />} />
        <Route path="/password/reset-failed" element={<ResetFailedScreen />} />
        <Route path="/privacy-centre" element={<Privacy />} />
        <Route path="/unsubscribe" element={<Unsubscribe />} />
        <Route path="/safety-centre" element={<Safety />} />
        <Route path="/location-debug" element={<LocationDebug />} />
        {REDIRECT_HANDLERS.map((path) => (
          <Route key={path} path={`${path}/*`} element={<UnknownRedirectScreen />} />
        ))}
        <Route path="*" element={<NotFoundScreen />} />
      </Routes>
    </>
  )
}
