import { createElement, type ReactNode } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { AppRoutes } from '#web/app/routes.tsx'
import { ResetLinkScreen } from '#web/screens/password/reset-link-screen.tsx'
import { PricingScreen } from '#web/screens/pricing/pricing-screen.tsx'
import { eventually } from '../../kit/eventually.ts'
import { type Browser, openBrowser, signedIn } from '../web-state/kit.ts'
import { runHook } from './draw.tsx'

describe('a redirect', () => {
  /** Returns the address that a visitor with this session is redirected to, without rendering its page. */
  async function leadsTo(browser: Browser, path: string, screen: ReactNode) {
    const routes = createElement(
      Routes,
      null,
      createElement(Route, { path: `${path.replace(/\?.*/, '')}/*`, element: screen }),
      createElement(Route, { path: '*', element: null }),
    )
    const location = await runHook({ ...browser, path }, useLocation, routes)
    await eventually(() => expect(location().pathname + location().search).not.toBe(path))
    return location().pathname + location().search
  }
  const visitor = async () => {
    const browser = openBrowser()
    await browser.services.session.start()
    return browser
  }

  // covers: 2.2-visitors-go-to-auth
  it('takes a visitor from the plans to /auth', async () => {
    expect(await leadsTo(await visitor(), '/pricing', createElement(PricingScreen))).toBe('/auth')
  })

  // covers: 2.1-pricing-redirects-premium, 6-premium-members
  it('takes a premium member from the plans to /', async () => {
    const premium = await signedIn({ premiumUser: true })
    expect(await leadsTo(premium, '/pricing', createElement(PricingScreen))).toBe('/')
  })

  // covers: 2.1-auth-redirects-members, 4.8-logged-in
  it('takes a member from /auth to /', async () => {
    // The page title does not matter here.
    vi.stubGlobal('document', { querySelector: () => ({ href: 'http://localhost/auth' }) })
    expect(await leadsTo(await signedIn(), '/auth', createElement(AppRoutes))).toBe('/')
  })

  // covers: 2.1-reset-links-forward
  it.each(['/password/reset', '/reset-password'])('takes the reset link at %s to the form', async (path) => {
    const query = '?token=t&email=anika%40example.com'
    expect(await leadsTo(await visitor(), `${path}${query}`, createElement(ResetLinkScreen))).toBe(
      `/password-reset-confirm${query}`,
    )
  })
})
