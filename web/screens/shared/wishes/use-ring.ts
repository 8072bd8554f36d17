import { useEffect, useState } from 'react'
import { useMember } from '../../../hooks/member.tsx'
import type { Ring } from '../../../state/ring/ring.ts'

/** Returns the search that goes on in the closed app; null until its code has loaded. */
export function useRing(): Ring | null {
  const { ring } = useMember()
  const [loaded, setLoaded] = useState<Ring | null>(null)
  useEffect(() => {
    // The next screen tries again.
    ring.load().then(setLoaded, () => undefined)
  }, [ring])
  return loaded
}
