import { i18n } from '@lingui/core'
import { Link } from 'react-router'
import { PRODUCT } from '#schema/product.ts'
import { LANDING_NAMES } from '../shared/landing-names.ts'

/** The links to the landing pages, below the poster or the document in its place. */
export const AuthFoot = () => (
  <footer className="auth-foot">
    <span suppressHydrationWarning>
      <span translate="no">{PRODUCT.name}</span> {new Date().getFullYear()}
    </span>
    {LANDING_NAMES.map(([path, name]) => (
      <Link key={path} className="link" data-quiet to={path}>
        {i18n._(name)}
      </Link>
    ))}
  </footer>
)
