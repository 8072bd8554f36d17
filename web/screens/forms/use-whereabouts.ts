import { useState } from 'react'
import { browserLocation } from '../../state/geolocation.ts'
import { useServices } from '../../state/react.tsx'
import { createWhereabouts } from '../../state/whereabouts.ts'

export function useWhereabouts() {
  const { position, toasts } = useServices()
  const [whereabouts] = useState(() =>
    createWhereabouts({ env: browserLocation(window), position, toasts, storage: localStorage }),
  )
  return whereabouts
}
