import { useEffect, useEffectEvent } from 'react'
import { isSessionOver, messageOf } from '../../data/failure.ts'
import { useAct, useAsk } from '../../state/graphql-react.tsx'
import { useMember } from '../../state/member-react.tsx'
import { useServices } from '../../state/react.tsx'
import { INBOX, type InboxPage, MARK_ALL_READ, MARK_READ, SET_MISSED_MAILS } from './operations.ts'

/** Pages move while they are read: each once. */
const joined = (before: InboxPage, added: InboxPage): InboxPage => {
  const known = new Set(before.notifications.nodes.map(({ id }) => id))
  const fresh = added.notifications.nodes.filter(({ id }) => !known.has(id))
  return {
    ...added,
    notifications: { ...added.notifications, nodes: [...before.notifications.nodes, ...fresh] },
  }
}

/** The first page anew, before what was known beyond it. */
const preceded = (before: InboxPage, first: InboxPage): InboxPage => {
  const { nodes, endCursor } = before.notifications
  const renewed = joined(first, { ...first, notifications: { ...first.notifications, nodes } })
  const further = renewed.notifications.nodes.length > first.notifications.nodes.length
  return {
    ...renewed,
    notifications: {
      ...renewed.notifications,
      endCursor: further ? endCursor : first.notifications.endCursor,
    },
  }
}

const asRead = (before: InboxPage, isNow: (id: string) => boolean): InboxPage => ({
  ...before,
  notifications: {
    ...before.notifications,
    nodes: before.notifications.nodes.map((note) => (isNow(note.id) ? { ...note, read: true } : note)),
  },
})

/** The list, and what can be done with it. `onUnread` hears how many are unread after it. */
export function useInbox(onUnread: (unread: number) => void) {
  const { toasts } = useServices()
  const { stream } = useMember()
  const { data, loading, failure, refetch, more, change } = useAsk(INBOX, { after: null })
  const marking = useAct(MARK_READ)
  const markingAll = useAct(MARK_ALL_READ)
  const choosing = useAct(SET_MISSED_MAILS)
  // What has been read further down stays where it is.
  const onArrival = useEffectEvent(() => void more({ after: null }, preceded).catch(() => undefined))
  const cursor = data?.notifications.endCursor ?? null

  useEffect(() => stream.on('notification', () => onArrival()), [stream])

  async function tried(title: string, attempt: () => Promise<void>) {
    try {
      await attempt()
    } catch (error) {
      if (isSessionOver(error)) return
      toasts.show({ title, description: messageOf(error, 'Please try again.'), variant: 'destructive' })
    }
  }

  return {
    notes: data?.notifications.nodes ?? null,
    missedMails: data?.me.missedMails ?? null,
    loading,
    failure,
    refetch,
    markingAll: markingAll.acting,
    choosing: choosing.acting,
    loadMore: cursor
      ? () => tried('Older notifications could not be loaded', () => more({ after: cursor }, joined))
      : null,
    markRead: (id: string) =>
      tried('This could not be marked as read', async () => {
        const { markNotificationsRead } = await marking.act({ ids: [id] })
        onUnread(markNotificationsRead)
        change((before) => asRead(before, (one) => one === id))
      }),
    markAllRead: () =>
      tried('They could not be marked as read', async () => {
        const { markAllNotificationsRead } = await markingAll.act({})
        onUnread(markAllNotificationsRead)
        change((before) => asRead(before, () => true))
      }),
    setMissedMails: (on: boolean) =>
      tried('Your choice could not be saved', async () => {
        await choosing.act({ on })
        await refetch()
      }),
  }
}

export type Inbox = ReturnType<typeof useInbox>
