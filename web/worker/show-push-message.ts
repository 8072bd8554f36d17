import { PRODUCT } from '#schema/product.ts'
import { readTarget } from '../data/push-target.ts'
import { closeRead } from './close-read.ts'
import { isAboutMessages } from './is-about-messages.ts'
import type { PushMessage, PushScope } from './push-scope.ts'

/** A conversation makes a sound again when its notification is older than this, in milliseconds. */
const QUIET_FOR = 60_000

interface Shown {
  title: string
  tag: string
  kind: string
}

/** What is shown for a message that this version cannot read: browsers demand a notification for each message. */
const UNREADABLE: Shown = { title: PRODUCT.name, tag: 'news', kind: 'news' }

/** Shows a push message. A newer one with the same tag replaces it. */
export async function showPushMessage(
  scope: Pick<PushScope, 'registration' | 'fetch' | 'navigator'>,
  data: PushMessage['data'],
  now: number,
): Promise<void> {
  const { registration } = scope
  const message = parse(data)
  const { title, tag, kind } = readShown(message) ?? UNREADABLE
  const before = await registration.getNotifications({ tag })
  const options: NotificationOptions & { renotify: boolean } = {
    tag,
    icon: '/icon-192.png',
    dir: 'auto',
    renotify: !before.some(({ data }) => isRecent(data, now)),
    data: { ...(readTarget(message) ?? { path: '/' }), kind, shownAt: now },
  }
  await registration.showNotification(title, options)
  await closeRead(scope, tag)
  await countOnIcon(scope)
}

/** Each conversation has one notification. A page counts what is unread as soon as it opens. */
async function countOnIcon({ registration, navigator }: Pick<PushScope, 'registration' | 'navigator'>) {
  const count = (await registration.getNotifications()).filter(({ data }) => isAboutMessages(data)).length
  // Browsers refuse it where the app is not installed.
  if (count > 0) await navigator.setAppBadge?.(count).catch(() => undefined)
}

function parse(data: PushMessage['data']): unknown {
  try {
    return data?.json()
  } catch {
    return null
  }
}

function readShown(message: unknown): Shown | null {
  if (typeof message !== 'object' || message === null) return null
  if (!('title' in message && 'tag' in message && 'kind' in message)) return null
  const { title, tag, kind } = message
  const isReadable = typeof title === 'string' && typeof tag === 'string' && typeof kind === 'string'
  return isReadable && tag !== '' ? { title, tag, kind } : null
}

const isRecent = (data: unknown, now: number) =>
  typeof data === 'object' &&
  data !== null &&
  'shownAt' in data &&
  typeof data.shownAt === 'number' &&
  now - data.shownAt < QUIET_FOR
