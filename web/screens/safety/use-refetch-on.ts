import { useEffect, useEffectEvent } from 'react'

/** Refetches whenever the count of changes grows. */
export function useRefetchOn(changes: number, refetch: () => Promise<void>) {
  const again = useEffectEvent(() => void refetch())
  useEffect(() => {
    if (changes > 0) again()
  }, [changes])
}
