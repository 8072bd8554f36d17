import type { LandingPage } from '#schema/pages.ts'

/** As links to them name the landing pages. */
export const LANDING_NAMES: readonly (readonly [LandingPage, string])[] = [
  ['/talk-to-strangers', 'Talk to strangers'],
  ['/random-chat', 'Random chat'],
  ['/find-friends', 'Find friends'],
  ['/friend-finder', 'Friend finder'],
]
