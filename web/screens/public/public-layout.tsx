import './public.css'
import { Link, NavLink, Outlet } from 'react-router'
import { PRODUCT } from '#schema/product.ts'
import { LogoMark } from '../../ui/logo.tsx'
import { LANDING_NAMES } from '../landing/landing-names.ts'

const MORE = [
  ['/about', `About ${PRODUCT.name}`],
  ['/faq', 'Questions and answers'],
  ['/contact', 'Contact'],
  ['/status', 'Service status'],
] as const
/** A page of the server, which needs no app. */
const SERVED = '/status'
const RULES = [
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
  ['/refund-policy', 'Refund policy'],
  ['/cancellation-policy', 'Cancellation policy'],
] as const

/** The layout of the public pages: the login above the page, links to all other public pages below it. */
export function PublicLayout() {
  return (
    <>
      <header className="page-bar public-bar">
        <Link className="logo" to="/" aria-label={`${PRODUCT.name}, home`}>
          <LogoMark />
          <b>{PRODUCT.name}</b>
        </Link>
        <nav aria-label="Site">
          <NavLink className="link" data-quiet to="/about">
            About
          </NavLink>
          <NavLink className="link" data-quiet to="/faq">
            Questions
          </NavLink>
          <Link className="button" data-variant="soft" data-size="sm" to="/">
            Log in
          </Link>
        </nav>
      </header>
      <Outlet />
      <footer className="public-foot">
        <div>
          <p className="public-line">{PRODUCT.tagline}</p>
          <p className="caption ink-3" suppressHydrationWarning>
            {PRODUCT.name} {new Date().getFullYear()}
          </p>
        </div>
        <Links label="Start here" links={LANDING_NAMES} />
        <Links label={PRODUCT.name} links={MORE} />
        <Links label="Rules" links={RULES} />
      </footer>
    </>
  )
}

function Links({ label, links }: { label: string; links: readonly (readonly [string, string])[] }) {
  return (
    <nav aria-label={label}>
      <p className="caption ink-3" aria-hidden="true">
        {label}
      </p>
      <ul>
        {links.map(([path, name]) => (
          <li key={path}>
            <NavLink className="link" data-quiet to={path} reloadDocument={path === SERVED}>
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
