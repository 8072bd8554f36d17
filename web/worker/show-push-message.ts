import { PRODUCT } from '#schema/product.ts'
import { readTarget } from '../data/push-target.ts'
import type { PushMessage, PushScope } from './push-scope.ts'

/** A conversation makes a sound again when its notification is older than this, in milliseconds. */
const QUIET_FOR = 60_000

interface Shown {
  title: string
  tag: string
}

/** What is shown for a message that this version cannot read: browsers demand a notification for each message. */
const UNREADABLE = { title: PRODUCT.name, tag: 'news', path: '/' }

/** Shows a push message. A newer one with the same tag replaces it. */
export async function showPushMessage(
  { registration }: Pick<PushScope, 'registration'>,
  data: PushMessage['data'],
  now: number,
): Promise<void> {
  const message = parse(data)
  const shown = readShown(message) ?? UNREADABLE
  const target = readTarget(message) ?? { path: '/' }
  const { title, tag } = shown
  const before = await registration.getNotifications({ tag })
  await registration.showNotification(title, {
    tag,
    icon: '/icon-192.png',
    dir: 'auto',
    renotify: !before.some(({ data }) => isRecent(data, now)),
    data: { ...target, shownAt: now },
  } as NotificationOptions)
}

function parse(data: PushMessage['data']): unknown {
  try {
    return data?.json()
  } catch {
    return null
  }
}

function readShown(message: unknown): Shown | null {
  if (typeof message !== 'object' || message === null || !('title' in message && 'tag' in message)) return null
  const { title, tag } = message
  return typeof title === 'string' && typeof tag === 'string' && tag !== '' ? { title, tag } : null
}

const isRecent = (data: unknown, now: number) =>
  typeof data === 'object' &&
  data !== null &&
  'shownAt' in data &&
  typeof data.shownAt === 'number' &&
  now - data.shownAt < QUIET_FOR
