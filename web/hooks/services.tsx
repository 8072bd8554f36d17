import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { Services } from '../state/services.ts'
import type { Store } from '../state/store.ts'

const ServicesContext = createContext<Services | null>(null)

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return <ServicesContext value={services}>{children}</ServicesContext>
}

export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('useServices needs a ServicesProvider above it')
  return services
}

export const useStore = <State,>(store: Store<State>): State =>
  useSyncExternalStore(store.subscribe, store.getState, store.getState)
