import { partnerNameOf } from '#schema/partner-name.ts'
import type { PushKind } from '#schema/push.ts'
import { type Text, text } from '#schema/translatable.ts'

interface Named {
  withoutName: Text
  withName(name: string): Text
}

const alike = (both: Text): Named => ({ withoutName: both, withName: () => both })

const TITLES: Record<PushKind, Named> = {
  message: {
    withoutName: text('New message'),
    withName: (name) => text('New message from {name}', { name }),
  },
  match: {
    withoutName: text('Match Found!'),
    withName: (name) => text('You can chat with {name} now', { name }),
  },
  ring: alike(text('Someone was found. Come within a minute to chat.')),
  knock: {
    withoutName: text('Someone would like to talk with you'),
    withName: (name) => text('{name} would like to talk with you', { name }),
  },
  kept: {
    withoutName: text('You and someone keep in touch'),
    withName: (name) => text('You and {name} keep in touch', { name }),
  },
  evening: alike(text('Time for the evening you wanted to join')),
  interest: {
    withoutName: text('Someone who shares an interest of yours is looking'),
    withName: (name) => text('Someone who likes {name} is looking', { name }),
  },
  decision: alike(text('News from our moderators')),
}

interface Names {
  /** The interest of a bell, in the member's language. */
  interest: string | null
  partnerName: string | null
  ownName: string
}

/** Returns what the lock screen shows: never message text, and a name only if the member wants it. */
export function noticeText(kind: PushKind, { showsNames, ...names }: Names & { showsNames: boolean }): Text {
  const { withoutName, withName } = TITLES[kind]
  const name = nameOf(names)
  return showsNames && name !== null ? withName(name) : withoutName
}

const nameOf = ({ interest, partnerName, ownName }: Names) =>
  interest ?? (partnerName === null ? null : partnerNameOf(partnerName, ownName))
