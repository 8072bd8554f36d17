import { type ReactNode, StrictMode, Suspense, useEffect, useState } from 'react'
import { ServicesProvider, useServices, useStore } from '../hooks/services.tsx'
import type { Services } from '../state/services.ts'
import type { Toast } from '../state/toasts.ts'
import { deferred, type PartFailureProps } from '../ui/deferred.tsx'
import { HistoryLayersBox } from '../ui/history-layers-box.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { AppRoutes } from './routes.tsx'

interface ToasterProps {
  toast: Toast | null
  onClose(id: number): void
}

const Toaster = deferred<ToasterProps, 'Toaster'>(() => import('../ui/toaster.tsx'), 'Toaster', PlainToast)

interface AppProps {
  services: Services
  /** Wraps the app in a router: the browser's address, or the page that is being prerendered. */
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

/** Loads the toaster at the first press or key: it can then show a toast even when the connection is lost later. */
function Toasts() {
  const { toasts } = useServices()
  const toast = useStore(toasts)
  useEffect(() => {
    for (const event of ['pointerdown', 'keydown'])
      window.addEventListener(event, Toaster.preload, { once: true, passive: true })
  }, [])
  if (!toast) return null
  return (
    <Suspense>
      <Toaster toast={toast} onClose={(id) => toasts.close(id)} />
    </Suspense>
  )
}

/** Shows a toast when the toaster cannot be loaded. */
function PlainToast({ props: { toast, onClose } }: PartFailureProps<ToasterProps>) {
  useEffect(() => {
    if (!toast) return
    const timer = setTimeout(() => onClose(toast.id), toast.duration)
    return () => clearTimeout(timer)
  })
  if (!toast?.open) return null
  return (
    <div className="toasts">
      <div className="toast" role="alert">
        <span />
        <div>
          <strong>{toast.title}</strong>
          <p>{toast.description}</p>
        </div>
      </div>
    </div>
  )
}
