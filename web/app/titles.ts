import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { PRODUCT } from '#schema/product.ts'

/** Before the product's name. */
const TITLES: Record<string, string> = {
  '/auth': 'Log in or register',
  '/terms': 'Terms & Conditions',
  '/privacy': 'Privacy Policy',
  '/contact': 'Contact',
  '/refund-policy': 'Refund Policy',
  '/cancellation-policy': 'Cancellation Policy',
  '/talk-to-strangers': 'Talk to strangers',
  '/random-chat': 'Random chat',
  '/find-friends': 'Find friends',
  '/friend-finder': 'Friend finder',
  '/pricing': 'Choose Your Plan',
  '/verify': 'Verifying your email',
  '/verification-complete': 'Email verification',
  '/email-verified': 'Email verified',
  '/verification-failed': 'Verification failed',
  '/password-reset': 'Reset your password',
  '/password-reset-confirm': 'Choose a new password',
  '/password/change-after-reset': 'Choose a new password',
  '/password/reset': 'Reset your password',
  '/reset-password': 'Reset your password',
  '/password/reset-success': 'Password reset',
  '/password/reset-failed': 'Password reset failed',
  '/location-debug': 'Location test',
}

const titleOf = (path: string) =>
  path === '/'
    ? `${PRODUCT.name}: start with what you share`
    : `${TITLES[path.replace(/(.)\/$/, '$1')] ?? 'Page Not Found'} · ${PRODUCT.name}`

/** Title, description and canonical link of the path one is on. */
export function useTitles() {
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = titleOf(pathname)
    document.querySelector('meta[name="description"]')?.setAttribute('content', PRODUCT.description)
    let link = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
    if (!link) {
      link = document.createElement('link')
      link.rel = 'canonical'
      document.head.append(link)
    }
    link.href = new URL(pathname, window.location.origin).href
  }, [pathname])
}
