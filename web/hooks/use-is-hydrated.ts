import { useEffect, useState } from 'react'

/** Returns whether the prerendered page has been hydrated. Before that, controls that need the app are disabled. */
export function useIsHydrated(): boolean {
  const [alive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  return alive
}
