import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { PRODUCT } from '#schema/product.ts'
import { AuthFoot } from './auth-foot.tsx'
import { Circles } from './circles.tsx'
import { FORM_ADDRESSES } from './form-at.ts'

const { name: product } = PRODUCT

interface PosterProps {
  /** The visitor's interest, shown where the circles overlap. */
  word: string
  /** Called when the visitor follows the link to the registration. Without it there is no link. */
  onStart?: ((event: MouseEvent) => void) | undefined
}

/** The marketing panel with two overlapping circles. */
export function Poster({ word, onStart }: PosterProps) {
  return (
    <aside className="poster" aria-label={t`What ${product} is`}>
      <h2 className="hero">{i18n._(PRODUCT.tagline)}</h2>
      <div className="poster-art">
        <div
          role="img"
          aria-label={t`Two overlapping circles: what you love, what a stranger loves, and what you share.`}
        >
          <Circles word={word} />
        </div>
        {onStart && (
          <Link className="button poster-go" to={FORM_ADDRESSES.register} onClick={onStart}>
            {t`Start with yours`}
          </Link>
        )}
      </div>
      <ul className="points">
        <li>
          <svg className="glyph" viewBox="0 0 40 26" aria-hidden="true">
            <path className="lit" d="M20 3.9a11 11 0 0 1 0 18.2a11 11 0 0 1 0-18.2Z" />
            <circle cx="14" cy="13" r="11" />
            <circle cx="26" cy="13" r="11" />
          </svg>
          <strong>{t`Interest-based matching`}</strong>
          {t`The rarer your shared interest, the better the match.`}
        </li>
        <li>
          <svg className="glyph" viewBox="0 0 40 26" aria-hidden="true">
            <circle cx="14" cy="13" r="11" />
            <circle className="dash" cx="26" cy="13" r="11" />
          </svg>
          <strong>{t`Anonymous conversations`}</strong>
          {t`A name you choose and two colours. No photos.`}
        </li>
        <li>
          <svg className="glyph" viewBox="0 0 40 26" aria-hidden="true">
            <circle className="lit" cx="20" cy="13" r="5" />
            <circle cx="20" cy="13" r="5" />
            <circle cx="20" cy="13" r="11.5" />
          </svg>
          <strong>{t`Secure and private`}</strong>
          {t`Report, block or leave at any time.`}
        </li>
        <li>
          <svg className="glyph" viewBox="0 0 40 26" aria-hidden="true">
            <circle className="lit" cx="29" cy="16" r="6" />
            <circle cx="14" cy="13" r="11" />
            <circle cx="29" cy="16" r="6" />
          </svg>
          <strong>{t`Find people nearby`}</strong>
          {t`People see your city if you want. They never see your address.`}
        </li>
      </ul>
      <AuthFoot />
    </aside>
  )
}
