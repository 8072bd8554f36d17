import { t } from '@lingui/core/macro'
import { Suspense, useDeferredValue, useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { DOCUMENT_PAGES, type DocumentPage } from '#schema/pages.ts'
import { useServices, useStore } from '../hooks/services.tsx'
import { withTexts } from '../i18n/with-texts.ts'
import { Unreachable } from '../screens/shared/unreachable.tsx'
import { FORCED_LOGOUT, type ForcedLogout } from '../state/services.ts'
import { Loading } from '../ui/loading.tsx'
import { deferredScreen } from './deferred-screen.tsx'
import { pagePath } from './page-path.ts'
import { useHead } from './use-head.ts'

const Auth = deferredScreen(() => import('../screens/auth/auth-screen.tsx'), 'AuthScreen')
const Home = deferredScreen(
  () => withTexts('member', import('../screens/home/home-screen.tsx')),
  'HomeScreen',
)
/** These three share a chunk that is not part of the first load. */
const further = () => withTexts('pages', import('./further-routes.tsx'))
const FurtherRoutes = deferredScreen<{ path: string }, 'FurtherRoutes'>(further, 'FurtherRoutes')
const Suspended = deferredScreen<{ page: DocumentPage | null }, 'Suspended'>(further, 'Suspended')
const ResetOutcome = deferredScreen<object, 'ResetOutcome'>(further, 'ResetOutcome')

/** The addresses of the login, the registration and the documents. The first page is one of them for visitors. */
const MAIN_PAGES: ReadonlySet<string> = new Set(['/', '/auth', '/register', ...DOCUMENT_PAGES])

export function AppRoutes() {
  const path = usePagePath()
  useHead()
  useForcedLogout()
  return (
    <>
      <Suspense fallback={<Loading label={t`Loading`} />}>
        {MAIN_PAGES.has(path) ? <MainRoute path={path} /> : <FurtherRoutes path={path} />}
      </Suspense>
      <ResetOutcomeHost />
    </>
  )
}

/** Pages for members only. All other pages stay open when the session ends. */
const PROTECTED = /^\/($|pricing|payment|admin|privacy-centre|safety-centre)/

/** After a forced logout the browser goes to `/auth` (spec §2). */
function useForcedLogout() {
  const navigate = useNavigate()
  useEffect(() => {
    const toAuth = (event: Event) => {
      const { background } = (event as CustomEvent<ForcedLogout>).detail
      if (!background || PROTECTED.test(window.location.pathname)) void navigate('/auth', { replace: true })
    }
    window.addEventListener(FORCED_LOGOUT, toAuth)
    return () => window.removeEventListener(FORCED_LOGOUT, toAuth)
  }, [navigate])
}

const documentOf = (path: string): DocumentPage | null => DOCUMENT_PAGES.find((page) => page === path) ?? null

/**
 * Shows members the home layout, suspended members their status, and everyone else the login or the registration. A document shows inside
 * each of them.
 */
function MainRoute({ path }: { path: string }) {
  const { session } = useServices()
  // The previous screen stays until the next one is loaded: a submitted form stays busy until then.
  const state = useDeferredValue(useStore(session))
  const page = documentOf(path)
  const isAuthOnly = path === '/auth' || path === '/register'
  if (state.status === 'member') return isAuthOnly ? <Navigate to="/" replace /> : <Home page={page} />
  if (state.status === 'suspended') return <Suspended page={page} />
  if (state.status === 'visitor' || page) return <Auth path={path} page={page} onSubmit={Home.preload} />
  if (state.status === 'loading') return <Restoring />
  return <Unreachable />
}

/** Preloads the home screen while the server checks the session, because most sessions are valid. */
function Restoring() {
  useEffect(() => Home.preload(), [])
  return <Loading label={t`Loading your session`} />
}

/** Shows the result of a password reset on any page that the link led to (spec §2). */
function ResetOutcomeHost() {
  const hasOutcome = new URLSearchParams(useLocation().search).has('passwordReset')
  const [wanted, setWanted] = useState(hasOutcome)
  if (hasOutcome && !wanted) setWanted(true)
  return (
    wanted && (
      <Suspense>
        <ResetOutcome />
      </Suspense>
    )
  )
}

const usePagePath = () => pagePath(useLocation().pathname)
