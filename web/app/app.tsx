import { type ReactNode, StrictMode, Suspense, useState } from 'react'
import { ServicesProvider, useServices, useStore } from '../state/react.tsx'
import type { Services } from '../state/services.ts'
import { deferred } from '../ui/deferred.tsx'
import { HistoryLayersBox } from '../ui/history-layers-box.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { AppRoutes } from './routes.tsx'

const Toaster = deferred(() => import('../ui/toaster.tsx'), 'Toaster')

interface AppProps {
  services: Services
  /** Where the paths come from: the browser's address, or the page that is being built. */
  router(children: ReactNode): ReactNode
}

export function App({ services, router }: AppProps) {
  const [historyLayers] = useState({ current: null })
  return (
    <StrictMode>
      <ErrorBoundary>
        <ServicesProvider services={services}>
          <HistoryLayersBox value={historyLayers}>{router(<AppRoutes />)}</HistoryLayersBox>
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
