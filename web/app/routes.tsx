import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { Navigate, Route, Routes, useNavigate } from 'react-router'
import { useServices, useStore } from '../state/react.tsx'
import { FORCED_LOGOUT } from '../state/services.ts'
import { Button } from '../ui/button.tsx'
import { Loading } from '../ui/loading.tsx'
import { useTitles } from './titles.ts'

/** A screen in a chunk of its own. */
const screen = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }))

const Auth = screen(() => import('../screens/auth/auth-screen.tsx'), 'AuthScreen')
const Home = screen(() => import('../screens/home/home-screen.tsx'), 'HomeScreen')
const Verify = screen(() => import('../screens/verification/verify-screen.tsx'), 'VerifyScreen')
const VerificationComplete = screen(
  () => import('../screens/verification/verification-complete-screen.tsx'),
  'VerificationCompleteScreen',
)
const NotFound = screen(() => import('../screens/not-found/not-found-screen.tsx'), 'NotFoundScreen')

export function AppRoutes() {
  useTitles()
  useForcedLogout()
  return (
    <Suspense fallback={<Loading label="Loading" />}>
      <Routes>
        <Route path="/" element={<Start />} />
        <Route path="/auth" element={<VisitorsOnly />} />
        <Route path="/verify" element={<Verify />} />
        <Route path="/verification-complete" element={<VerificationComplete />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  )
}

function useForcedLogout() {
  const navigate = useNavigate()
  useEffect(() => {
    const toAuth = () => void navigate('/auth', { replace: true })
    window.addEventListener(FORCED_LOGOUT, toAuth)
    return () => window.removeEventListener(FORCED_LOGOUT, toAuth)
  }, [navigate])
}

function Start() {
  const { session } = useServices()
  const state = useStore(session)
  if (state.status === 'loading') return <Loading label="Loading your session" />
  if (state.status === 'unreachable') {
    return (
      <main className="page">
        <h1 className="display">We cannot reach Rapport.</h1>
        <p className="body ink-2">{state.message}</p>
        <Button variant="primary" size="lg" onClick={() => void session.start()}>
          Try again
        </Button>
      </main>
    )
  }
  return state.status === 'member' ? <Home /> : <Auth />
}

function VisitorsOnly() {
  const { session } = useServices()
  const { status } = useStore(session)
  if (status === 'loading') return <Loading label="Loading your session" />
  return status === 'member' ? <Navigate to="/" replace /> : <Auth />
}
