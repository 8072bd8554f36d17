import { Link } from 'react-router'
import { PRODUCT } from '#schema/product.ts'

export function NotFoundScreen() {
  return (
    <main className="page">
      <svg className="glyph" viewBox="0 0 40 26" aria-hidden="true">
        <circle cx="14" cy="13" r="11" />
        <circle className="dash" cx="26" cy="13" r="11" />
      </svg>
      <h1 className="display">Page Not Found</h1>
      <p className="body ink-2">There is nobody at this address, and nothing else either.</p>
      <Link className="button" data-variant="primary" data-size="lg" to="/">
        Back to {PRODUCT.name}
      </Link>
    </main>
  )
}
