import type { LandingPage } from '#schema/pages.ts'

/** The text of the links to each landing page. */
export const LANDING_NAMES: readonly (readonly [LandingPage, string])[] = [
  ['/talk-to-strangers', 'Talk to strangers'],
  ['/random-chat', 'Random chat'],
  ['/find-friends', 'Find friends'],
  ['/friend-finder', 'Friend finder'],
]
