import './public.css'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { PRODUCT } from '#schema/product.ts'
import { useServices, useStore } from '../../hooks/services.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { LANDING_NAMES } from '../shared/landing-names.ts'
import { LanguageSwitch } from '../shared/language-switch.tsx'

const { name: product } = PRODUCT

const MORE = [
  ['/about', msg`About ${product}`],
  ['/faq', msg`Questions and answers`],
  ['/contact', msg`Contact`],
  ['/status', msg`Service status`],
] as const
/** A page of the server, which needs no app. */
const SERVED = '/status'
const RULES = [
  ['/terms', msg`Terms`],
  ['/privacy', msg`Privacy`],
  ['/refund-policy', msg`Refund policy`],
  ['/cancellation-policy', msg`Cancellation policy`],
] as const

/** The layout of the public pages: the login above the page, links to all other public pages below it. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const { session } = useServices()
  const { status } = useStore(session)
  const isSignedIn = status === 'member' || status === 'suspended'
  return (
    <>
      <header className="page-bar public-bar">
        <Link className="logo" to="/" aria-label={t`${product}, home`}>
          <LogoMark />
          <b translate="no">{product}</b>
        </Link>
        <nav aria-label={t`Site`}>
          <LanguageSwitch />
          <NavLink className="link" data-quiet to="/about">
            {t`About`}
          </NavLink>
          <NavLink className="link" data-quiet to="/faq">
            {t`Questions`}
          </NavLink>
          <Link className="button" data-variant="soft" data-size="sm" to={isSignedIn ? '/' : '/auth'}>
            {isSignedIn ? t`Back to Home` : t`Log in`}
          </Link>
        </nav>
      </header>
      {children}
      <footer className="public-foot">
        <div>
          <p className="public-line">{i18n._(PRODUCT.tagline)}</p>
          <p className="caption ink-3" suppressHydrationWarning>
            <span translate="no">{product}</span> {new Date().getFullYear()}
          </p>
        </div>
        <Links label={t`Start here`} links={LANDING_NAMES} />
        <Links label={product} links={MORE} />
        <Links label={t`Rules`} links={RULES} />
      </footer>
    </>
  )
}

function Links({
  label,
  links,
}: {
  label: string
  links: readonly (readonly [string, MessageDescriptor])[]
}) {
  return (
    <nav aria-label={label}>
      <p className="caption ink-3" aria-hidden="true" translate={label === product ? 'no' : undefined}>
        {label}
      </p>
      <ul>
        {links.map(([path, name]) => (
          <li key={path}>
            <NavLink className="link" data-quiet to={path} reloadDocument={path === SERVED}>
              {i18n._(name)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
