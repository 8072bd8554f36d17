import { useEffect, useState } from 'react'

/**
 * Returns the start of today on the member's clock, in milliseconds. The component renders again at midnight, and when the page
 * is shown on another day: timers of hidden pages are late.
 */
export function useToday(): number {
  const [today, setToday] = useState(() => startOfDay(new Date()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function follow() {
      clearTimeout(timer)
      const now = new Date()
      setToday(startOfDay(now))
      timer = setTimeout(follow, startOfDay(now, 1) - now.getTime())
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [])
  return today
}

const startOfDay = (date: Date, later = 0) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + later).getTime()
