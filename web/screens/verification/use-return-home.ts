import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useServices } from '../../hooks/services.tsx'

const COUNTDOWN_SECONDS = 5

/** Counts down 5 s (spec §9) and goes home when `wanted`. Refreshes the session first. */
export function useReturnHome(wanted: boolean): number {
  const { session } = useServices()
  const navigate = useNavigate()
  const [left, setLeft] = useState(COUNTDOWN_SECONDS)

  useEffect(() => {
    if (wanted) void session.refresh().catch(() => undefined)
  }, [wanted, session])

  useEffect(() => {
    if (!wanted) return
    if (left === 0) {
      navigate('/', { replace: true })
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [wanted, left, navigate])

  return left
}
