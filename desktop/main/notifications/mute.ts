import type { Settings } from '../settings.ts'

const HOUR = 3_600_000

export interface Mute {
  /** Returns the end of the mute in milliseconds since 1970; null while notifications are not muted. */
  until(): number | null
  forAnHour(): void
  untilTomorrow(): void
  lift(): void
}

/** Mutes notifications until a time. It needs no timer, because callers read the state when they need it. */
export function createMute(settings: Settings, now: () => number): Mute {
  return {
    until() {
      const { mutedUntil } = settings.get()
      return mutedUntil !== null && mutedUntil > now() ? mutedUntil : null
    },
    forAnHour: () => void settings.change({ mutedUntil: now() + HOUR }),
    untilTomorrow() {
      const morning = new Date(now())
      morning.setDate(morning.getDate() + 1)
      morning.setHours(8, 0, 0, 0)
      settings.change({ mutedUntil: morning.getTime() })
    },
    lift: () => void settings.change({ mutedUntil: null }),
  }
}
