import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LandingPage } from '#schema/pages.ts'

/** The text of the links to each landing page. */
export const LANDING_NAMES: readonly (readonly [LandingPage, MessageDescriptor])[] = [
  ['/talk-to-strangers', msg`Talk to strangers`],
  ['/random-chat', msg`Random chat`],
  ['/find-friends', msg`Find friends`],
  ['/friend-finder', msg`Friend finder`],
]
