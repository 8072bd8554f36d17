import { lazy, StrictMode, Suspense } from 'react'
import { BrowserRouter } from 'react-router'
import { ServicesProvider, useServices, useStore } from '../state/react.tsx'
import type { Services } from '../state/services.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { AppRoutes } from './routes.tsx'

const Toaster = lazy(async () => ({ default: (await import('../ui/toaster.tsx')).Toaster }))

export function App({ services }: { services: Services }) {
  return (
    <StrictMode>
      <ErrorBoundary>
        <ServicesProvider services={services}>
          <BrowserRouter>
            <AppRoutes />
          </BrowserRouter>
          <Toasts />
        </ServicesProvider>
      </ErrorBoundary>
    </StrictMode>
  )
}

/** The toast machinery comes with the first toast. */
function Toasts() {
  const { toasts } = useServices()
  const toast = useStore(toasts)
  if (!toast) return null
  return (
    <Suspense>
      <Toaster toast={toast} onClose={(id) => toasts.close(id)} />
    </Suspense>
  )
}
