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
  knock: {
    withoutName: text('Someone would like to talk with you'),
    withName: (name) => text('{name} would like to talk with you', { name }),
  },
  kept: {
    withoutName: text('You and someone keep in touch'),
    withName: (name) => text('You and {name} keep in touch', { name }),
  },
  evening: alike(text('Time for the evening you wanted to join')),
  decision: alike(text('News from our moderators')),
}

/** Returns what the lock screen shows: never message text, and a name only if the member wants it. */
export function noticeText(
  kind: PushKind,
  { showsNames, partnerName, ownName }: { showsNames: boolean; partnerName: string | null; ownName: string },
): Text {
  const { withoutName, withName } = TITLES[kind]
  return showsNames && partnerName !== null ? withName(partnerNameOf(partnerName, ownName)) : withoutName
}
