import type { Settings } from './settings.ts'

const HOUR = 3_600_000

export interface Mute {
  /** Null when nothing is muted. */
  until(): number | null
  forAnHour(): void
  untilTomorrow(): void
  lift(): void
}

/** Silence until a moment. It needs no timer: whoever asks later hears that it is over. */
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
