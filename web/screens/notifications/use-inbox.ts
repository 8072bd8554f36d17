import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent } from 'react'
import { isSessionOver, messageOf } from '../../data/failure.ts'
import { useMember } from '../../hooks/member.tsx'
import { useServices } from '../../hooks/services.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { INBOX, type InboxPage, MARK_ALL_READ, MARK_READ, SET_MISSED_MAILS } from './operations.ts'

/** Appends a page without notifications that the list already has. */
const appendPage = (before: InboxPage, added: InboxPage): InboxPage => {
  const known = new Set(before.notifications.nodes.map(({ id }) => id))
  const fresh = added.notifications.nodes.filter(({ id }) => !known.has(id))
  return {
    ...added,
    notifications: { ...added.notifications, nodes: [...before.notifications.nodes, ...fresh] },
  }
}

/** Puts a reloaded first page before the older notifications. */
const prependPage = (before: InboxPage, first: InboxPage): InboxPage => {
  const { nodes, endCursor } = before.notifications
  const renewed = appendPage(first, { ...first, notifications: { ...first.notifications, nodes } })
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

/** Loads the inbox and returns its actions. Each action calls `onUnread` with the new unread count. */
export function useInbox(onUnread: (unread: number) => void) {
  const { toasts } = useServices()
  const { stream } = useMember()
  const { data, loading, failure, refetch, fetchMore, update } = useQuery(INBOX, { after: null })
  const marking = useMutation(MARK_READ)
  const markingAll = useMutation(MARK_ALL_READ)
  const choosing = useMutation(SET_MISSED_MAILS)
  // Reload only the first page: older pages stay in the list.
  const onArrival = useEffectEvent(() => void fetchMore({ after: null }, prependPage).catch(() => undefined))
  const cursor = data?.notifications.endCursor ?? null

  useEffect(() => stream.on('notification', () => onArrival()), [stream])

  async function tryOrToast(title: string, attempt: () => Promise<void>) {
    try {
      await attempt()
    } catch (error) {
      if (isSessionOver(error)) return
      toasts.show({ title, description: messageOf(error, t`Please try again.`), variant: 'destructive' })
    }
  }

  return {
    notes: data?.notifications.nodes ?? null,
    missedMails: data?.me?.missedMails ?? null,
    loading,
    failure,
    refetch,
    markingAll: markingAll.isMutating,
    choosing: choosing.isMutating,
    loadMore: cursor
      ? () =>
          tryOrToast(t`We couldn't load older notifications`, () => fetchMore({ after: cursor }, appendPage))
      : null,
    markRead: (id: string) =>
      tryOrToast(t`We couldn't mark this as read`, async () => {
        const { markNotificationsRead } = await marking.mutate({ ids: [id] })
        onUnread(markNotificationsRead)
        update((before) => asRead(before, (one) => one === id))
      }),
    markAllRead: () =>
      tryOrToast(t`We couldn't mark them as read`, async () => {
        const { markAllNotificationsRead } = await markingAll.mutate({})
        onUnread(markAllNotificationsRead)
        update((before) => asRead(before, () => true))
      }),
    setMissedMails: (on: boolean) =>
      tryOrToast(t`We couldn't save your choice`, async () => {
        await choosing.mutate({ on })
        await refetch()
      }),
  }
}

export type Inbox = ReturnType<typeof useInbox>
