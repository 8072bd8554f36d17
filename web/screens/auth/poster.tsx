import { Link } from 'react-router'
import { PRODUCT } from '#schema/product.ts'
import { LANDING_NAMES } from '../landing/landing-names.ts'

/** The marketing panel with two overlapping circles. */
export function Poster() {
  return (
    <aside className="poster" aria-label={`What ${PRODUCT.name} is`}>
      <h2 className="hero">{PRODUCT.tagline}</h2>
      <div
        className="poster-art"
        role="img"
        aria-label="Two overlapping circles. You: trail running, jazz, fermentation. A stranger: chess, night trains, ceramics. In the overlap: film photography."
      >
        <div className="venn" aria-hidden="true">
          <span className="venn-b" />
          <span className="venn-a">
            <span className="venn-lens" />
          </span>
          <p className="venn-text" data-in="you">
            <small>You</small>
            <span>Trail running</span>
            <span>Jazz</span>
            <span>Fermentation</span>
          </p>
          <p className="venn-text" data-in="common">
            <span>
              Film
              <br />
              photo&shy;graphy
            </span>
          </p>
          <p className="venn-text" data-in="them">
            <small>A stranger</small>
            <span>Chess</span>
            <span>Night trains</span>
            <span>Ceramics</span>
          </p>
        </div>
      </div>
      <ul className="points">
        <li>
          <svg className="glyph" viewBox="0 0 40 26" aria-hidden="true">
            <path className="lit" d="M20 3.9a11 11 0 0 1 0 18.2a11 11 0 0 1 0-18.2Z" />
            <circle cx="14" cy="13" r="11" />
            <circle cx="26" cy="13" r="11" />
          </svg>
          <strong>Interest-based matching</strong>The rarer your shared interest, the better the match.
        </li>
        <li>
          <svg className="glyph" viewBox="0 0 40 26" aria-hidden="true">
            <circle cx="14" cy="13" r="11" />
            <circle className="dash" cx="26" cy="13" r="11" />
          </svg>
          <strong>Anonymous conversations</strong>A name you choose and two colours. No photos.
        </li>
        <li>
          <svg className="glyph" viewBox="0 0 40 26" aria-hidden="true">
            <circle className="lit" cx="20" cy="13" r="5" />
            <circle cx="20" cy="13" r="5" />
            <circle cx="20" cy="13" r="11.5" />
          </svg>
          <strong>Secure and private</strong>Report, block or leave at any time.
        </li>
        <li>
          <svg className="glyph" viewBox="0 0 40 26" aria-hidden="true">
            <circle className="lit" cx="29" cy="16" r="6" />
            <circle cx="14" cy="13" r="11" />
            <circle cx="29" cy="16" r="6" />
          </svg>
          <strong>Find people nearby</strong>People see your city if you want. They never see your address.
        </li>
      </ul>
      <footer className="auth-foot">
        <span suppressHydrationWarning>
          {PRODUCT.name} {new Date().getFullYear()}
        </span>
        {LANDING_NAMES.map(([path, name]) => (
          <Link key={path} className="link" data-quiet to={path}>
            {name}
          </Link>
        ))}
      </footer>
    </aside>
  )
}
