import type { Notification } from 'electron'
import type { DesktopEvent } from '#schema/desktop.ts'
import type { ElectronModule } from '../electron.ts'

/** How many notifications may be in the notification centre. The oldest closes first. */
const MAX_SHOWN = 50

interface ShownNotificationsDeps {
  Notification: ElectronModule['Notification']
  onClick(kind: DesktopEvent['kind'], conversationId: string): void
  onReply(conversationId: string, text: string): void
  /** The member pressed the button of a knock. */
  onAccept(knockId: string): void
}

type Options = Electron.NotificationConstructorOptions

/** The notifications of this run: one for each conversation, each knock, and the ring. */
export function createShownNotifications({
  Notification,
  onClick,
  onReply,
  onAccept,
}: ShownNotificationsDeps) {
  /** Keeps a reference to each notification: a garbage-collected one would lose its clicks. */
  const shown = new Map<string, { kind: DesktopEvent['kind']; notification: Notification }>()

  function close(conversationId: string) {
    shown.get(conversationId)?.notification.close()
    shown.delete(conversationId)
  }

  return {
    /** Shows a notification in place of the one of the same conversation. */
    show({ conversationId, kind }: Pick<DesktopEvent, 'conversationId' | 'kind'>, options: Options) {
      close(conversationId)
      for (const oldest of [...shown.keys()].slice(0, 1 - MAX_SHOWN)) close(oldest)
      const notification = new Notification(options)
      const forget = () => {
        if (shown.get(conversationId)?.notification === notification) shown.delete(conversationId)
      }
      notification.on('click', () => {
        forget()
        onClick(kind, conversationId)
      })
      notification.on('action', () => {
        forget()
        onAccept(conversationId)
      })
      notification.on('reply', (details, inline) => {
        forget()
        onReply(conversationId, details.reply ?? inline)
      })
      // On Windows a timed-out notification stays in the Action Center, where it can be clicked, answered and removed.
      notification.on('close', ({ reason }) => {
        if (reason !== 'timedOut') forget()
      })
      notification.on('failed', forget)
      shown.set(conversationId, { kind, notification })
      notification.show()
    },
    /** Closes the notifications of messages in all but these conversations. */
    closeMessagesExcept(unread: ReadonlySet<string>) {
      for (const [conversationId, { kind }] of shown)
        if (kind === 'message' && !unread.has(conversationId)) close(conversationId)
    },
    /** Closes the notifications of all but these knocks. */
    closeKnocksExcept(waiting: ReadonlySet<string>) {
      for (const [id, { kind }] of shown) if (kind === 'knock' && !waiting.has(id)) close(id)
    },
    closeRings() {
      for (const [id, { kind }] of shown) if (kind === 'ring') close(id)
    },
    closeAll() {
      for (const conversationId of [...shown.keys()]) close(conversationId)
    },
  }
}
