import { useEffect, useState } from 'react'

/** Whether a page that came as HTML answers by now: what only the app can do is not offered before. */
export function useAlive(): boolean {
  const [alive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  return alive
}
