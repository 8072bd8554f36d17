import { useState } from 'react'
import { useServices } from '../../hooks/services.tsx'
import { browserLocation } from '../../state/session/geolocation.ts'
import { createWhereabouts } from '../../state/session/whereabouts.ts'

export function useWhereabouts() {
  const { position, toasts } = useServices()
  const [whereabouts] = useState(() =>
    createWhereabouts({ env: browserLocation(window), position, toasts, storage: localStorage }),
  )
  return whereabouts
}
