import { createElement } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LANDING_PAGES } from '#schema/pages.ts'
import { PRODUCT } from '#schema/product.ts'
import { AppRoutes } from '#web/app/routes.tsx'
import { createStorage } from '../../kit/storage.ts'
import { openBrowser } from '../web-state/kit.ts'
import { drawMarkup, drawTexts } from './draw.tsx'

vi.mock('#web/screens/home/use-tab-visible.ts', () => ({ useTabVisible: () => true }))
afterEach(() => void vi.unstubAllGlobals())

const SCREEN = createElement(AppRoutes)

async function visit(path: string, kept: Record<string, string> = {}) {
  vi.stubGlobal('window', { navigator: {}, isSecureContext: true })
  for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, createStorage())
  const browser = openBrowser({ kept })
  await browser.services.session.start()
  const texts = await drawTexts({ ...browser, path }, SCREEN)
  const markup = await drawMarkup({ ...browser, path }, SCREEN)
  /** The links as pairs of text and target. */
  const links = [...markup.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(
    ([, href = '', label = '']) => [label.replaceAll(/<[^>]+>/g, ''), href.replaceAll('&amp;', '&')],
  )
  return { texts, markup, links }
}

const EXPIRED_LINK = 'Invalid verification link. Missing required parameters.'
const outcome = (json: object | string) =>
  `/verification-complete?${new URLSearchParams({ json: typeof json === 'string' ? json : JSON.stringify(json) })}`

/** Path, texts, and links with their targets (spec §2). */
const PAGES: [string, string[], [string, string][]][] = [
  [
    '/',
    [`Welcome to ${PRODUCT.name}`, 'What could you talk about for an hour?', 'Free', 'Premium'],
    [['Start with yours', '/register']],
  ],
  ['/auth', [`Welcome to ${PRODUCT.name}`, 'Email', 'Password'], [['Register', '/register']]],
  [
    '/register',
    [
      `Welcome to ${PRODUCT.name}`,
      'What people see',
      'Interests',
      'Display Name',
      'Age',
      'Gender',
      'Looking For',
      'Enable Nearby Users',
      'Only for us',
      'Email',
      'Phone',
      'Password',
    ],
    [['Terms &amp; Conditions', '/terms']],
  ],
  ['/password-reset', ['Forgot your password?', 'Email'], [['Sign in', '/auth']]],
  [
    '/password-reset-confirm',
    ['Email', 'Reset Code', 'Verify and continue'],
    [['Request new reset code', '/password-reset?email=']],
  ],
  [
    '/password/change-after-reset?token=t&username=a',
    ['New Password', 'Confirm Password', 'Reset password'],
    [],
  ],
  ['/password/reset?token=t', ['Invalid password reset link. Missing required parameters.'], []],
  ['/reset-password?email=a', ['Invalid password reset link. Missing required parameters.'], []],
  ['/password/reset-success', ['Password Reset Successful'], [['Go to Login', '/auth']]],
  [
    '/password/reset-failed',
    ['Password Reset Failed'],
    [
      ['Request New Reset Link', '/password-reset'],
      ['Return to Login', '/auth'],
    ],
  ],
  ['/verify?code=c', [EXPIRED_LINK], [['Go to Home Page', '/']]],
  ['/verify?email=a', [EXPIRED_LINK], [['Go to Home Page', '/']]],
  [
    outcome({ success: true }),
    ['Verification Complete', 'Email verification successful!', 'Taking you to the home page in 5 s.'],
    [['Go to Homepage', '/']],
  ],
  [
    outcome({ success: true, message: 'Your email is already verified.' }),
    ['Verification Complete', 'Your email is already verified.'],
    [['Go to Homepage', '/']],
  ],
  [outcome({ success: false }), ['Verification Failed'], [['Back to Login', '/auth']]],
  ['/verification-complete', ['Verification Failed', EXPIRED_LINK], [['Back to Login', '/auth']]],
  [
    outcome('{nonsense'),
    ['Verification Failed', 'An error occurred while processing your verification.'],
    [['Back to Login', '/auth']],
  ],
  ['/email-verified', ['Taking you to the home page in 5 s.'], [['Go to Homepage Now', '/']]],
  [
    '/verification-failed',
    ['Verification Failed'],
    [
      ['Go to Login', '/auth'],
      ['Contact Support', '/contact'],
    ],
  ],
  [
    '/payment/cancel',
    ['Payment Cancelled'],
    [
      ['Try Again', '/pricing'],
      ['Go to Homepage', '/'],
    ],
  ],
  [
    '/admin',
    ['Mock Data', 'Dashboard', 'Users', 'Launch Notifications', 'Refresh Data'],
    [
      ['Login', '/auth'],
      ['Back to Home', '/'],
    ],
  ],
  ['/nowhere', ['Page Not Found'], []],
]

describe('the page for a visitor', () => {
  // covers: 2.1-home, 2.1-password-reset, 2.1-password-reset-confirm, 2.1-reset-links-forward
  // covers: 2.1-reset-success, 2.1-reset-failed, 2.1-verify-failures, 2.1-verification-complete
  // covers: 2.1-email-verified, 2.1-verification-failed, 2.1-payment-cancel, 2.1-admin, 2.1-not-found
  // covers: 2.10-tabs, 2.11-validating, 2.11-code-form, 2.11-new-password-form
  it.each(PAGES)('shows at %s the texts %j and links to %j', async (path, texts, links) => {
    const page = await visit(path)
    for (const text of texts) expect(page.texts).toContain(text)
    for (const link of links) expect(page.links).toContainEqual(link)
  })

  // covers: 2.11-validating
  it('checks a token at /password-reset-confirm before it asks for the new password', async () => {
    const { texts } = await visit('/password-reset-confirm?token=t')
    expect(texts).toEqual([PRODUCT.name, 'Validating your reset link'])
  })
})

describe('the first page', () => {
  it('opens on the login in a browser in which someone has logged in', async () => {
    const { texts } = await visit('/', { 'has-logged-in': '1' })
    expect(texts).toContain('Forgot password?')
    expect(texts).not.toContain('What could you talk about for an hour?')
  })

  it('keeps the registration at its own address in such a browser', async () => {
    const { texts } = await visit('/register', { 'has-logged-in': '1' })
    expect(texts).toContain('Only for us')
  })
})

describe.each(['/faq', '/about'])('the page at %s', (path) => {
  it('leads newcomers to the registration, and others to the login', async () => {
    const { links } = await visit(path)
    expect(links).toContainEqual(['Start talking', '/register'])
    expect(links).toContainEqual(['Log in', '/auth'])
  })
})

describe('a landing page', () => {
  // covers: 2.1-landing-pages
  it.each(LANDING_PAGES)(
    'shows at %s a headline, features, questions, links to the others and a call to action to the registration',
    async (path) => {
      const { markup, links } = await visit(path)
      expect(markup.match(/<h1\b/g)).toHaveLength(1)
      const features = /<section[^>]*aria-label="What you get".*?<\/section>/s.exec(markup)?.[0] ?? ''
      expect(features.match(/<h2\b/g)?.length).toBeGreaterThan(2)
      expect(markup.match(/<dt\b/g)?.length).toBeGreaterThan(1)
      expect(links).toContainEqual(['Start talking', '/register'])
      const linked = links.map(([, href]) => href)
      expect(linked).toEqual(expect.arrayContaining(LANDING_PAGES.filter((page) => page !== path)))
    },
  )
})

describe('the auth screen', () => {
  // covers: 2.3-left-card, 2.3-login-form
  it('welcomes with the login form, the legal pages, the bullets and the four landing pages', async () => {
    const { texts, links, markup } = await visit('/auth')
    for (const text of [
      `Welcome to ${PRODUCT.name}`,
      'Login',
      'Register',
      'Email',
      'Password',
      'Interest-based matching',
      'Anonymous conversations',
      'Secure and private',
      'Find people nearby',
    ])
      expect(texts).toContain(text)
    for (const link of [
      ['Forgot password?', '/password-reset'],
      ['Terms', '/terms'],
      ['Privacy', '/privacy'],
      ['Refund policy', '/refund-policy'],
      ['Cancellation policy', '/cancellation-policy'],
      ['Contact', '/contact'],
      ['Talk to strangers', '/talk-to-strangers'],
      ['Random chat', '/random-chat'],
      ['Find friends', '/find-friends'],
      ['Friend finder', '/friend-finder'],
    ])
      expect(links).toContainEqual(link)
    expect(markup.match(/role="tab"/g)).toHaveLength(2)
  })

  // covers: 2.1-documents-beside-login, 2.12-terms, 2.12-policies, 2.12-copy-email-button, 9-policies
  it.each([
    [
      '/terms',
      [
        'Terms & Conditions',
        'Introduction',
        'Privacy',
        'Refunds',
        'Payments',
        'Licence',
        'Content and liability',
        'Disclaimer',
      ],
    ],
    ['/privacy', ['Privacy Policy', 'Last updated March 18, 2025']],
    [
      '/refund-policy',
      [
        'Refund Policy',
        'Last updated December 15, 2024',
        'Ask within 7 days of the payment.',
        'After 30 days we refund no payment.',
      ],
    ],
    ['/cancellation-policy', ['Cancellation Policy', 'Last updated December 15, 2024']],
    [
      '/contact',
      [
        'Contact',
        'Copy email address',
        '24–48 hours',
        '12–24 hours',
        '2–6 hours',
        '9 AM – 6 PM IST',
        '10 AM – 4 PM IST',
        'Closed',
      ],
    ],
  ])('shows %s in place of the bullets: %j', async (path, headings) => {
    const { texts } = await visit(path)
    for (const heading of headings) expect(texts).toContain(heading)
    expect(texts).toContain('Login')
    expect(texts).not.toContain('Interest-based matching')
  })
})

describe('a page while the session is loading', () => {
  // covers: 2.1-home-while-loading, 2.2-visitors-go-to-auth
  it.each(['/', '/auth', '/pricing'])('shows a spinner at %s', async (path) => {
    const browser = openBrowser({ kept: { authToken: 'token-1' } })
    const markup = await drawMarkup({ ...browser, path }, SCREEN)
    expect(markup).toContain('Loading')
    expect(markup).not.toContain('Forgot password?')
    expect(markup).not.toContain('Choose Your Plan')
  })
})
