import { type ComponentType, useEffect } from 'react'
import { ApiFailure, notLoaded } from '../data/failure.ts'
import { STORAGE_KEYS } from '../data/storage-keys.ts'
import { useServices } from '../hooks/services.tsx'
import { deferred, PartFailure, type PartFailureProps } from '../ui/deferred.tsx'

/** Returns a screen that loads its own chunk, as `deferred` does. If a deployment has removed it, the page is reloaded, once. */
export const deferredScreen = <Props extends object, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => deferred(load, name, ScreenFailure)

function ScreenFailure(failure: PartFailureProps<object>) {
  const { tabStorage } = useServices()
  useEffect(() => {
    notLoaded().catch((error: unknown) => {
      const version = import.meta.url
      const isRemoved = error instanceof ApiFailure && error.code === 'OUTDATED'
      // A reload that brought the same version would do so again.
      if (!isRemoved || tabStorage.getItem(STORAGE_KEYS.reloaded) === version) return
      tabStorage.setItem(STORAGE_KEYS.reloaded, version)
      window.location.reload()
    })
  }, [])
  return <PartFailure {...failure} />
}
