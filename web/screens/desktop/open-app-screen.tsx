import { t } from '@lingui/core/macro'
import { useLocation } from 'react-router'
import { DESKTOP_LINK_PATHS, DESKTOP_LINK_SCHEME } from '#schema/desktop.ts'
import { PRODUCT } from '#schema/product.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { OutcomePage } from '../../ui/outcome-page.tsx'

const { name: product } = PRODUCT

/** Returns the path and query in the fragment; null unless the desktop app opens links to that page. */
function wantedPath(hash: string): string | null {
  const path = hash.slice(1)
  if (!path.startsWith('/') || !URL.canParse(path, window.location.origin)) return null
  const { origin, pathname, search } = new URL(path, window.location.origin)
  // `//elsewhere` is an address of another server.
  if (origin !== window.location.origin || !DESKTOP_LINK_PATHS.has(pathname)) return null
  return `${pathname}${search}`
}

/** The page behind links in emails. Opening it does not use up the link's token; pressing a button does. */
export function OpenAppScreen() {
  const path = wantedPath(useLocation().hash)
  if (path === null)
    return (
      <OutcomePage
        success={false}
        title={t`This link doesn't work`}
        message={t`Please open the full link from the email again.`}
        actions={<ButtonLink to="/" variant="primary">{t`Go to Homepage`}</ButtonLink>}
      />
    )
  return (
    <OutcomePage
      success
      title={t`Open ${product}`}
      message={t`Continue in the ${product} app on this computer, or here in your browser.`}
      actions={
        <>
          {/* The browser asks before it starts the app. */}
          <a
            className="button"
            data-variant="primary"
            data-size="lg"
            href={`${DESKTOP_LINK_SCHEME}:/${path}`}
            rel="noreferrer"
          >
            {t`Open the app`}
          </a>
          <ButtonLink to={path}>{t`Continue in the browser`}</ButtonLink>
        </>
      }
    />
  )
}
