import { text } from '#schema/translatable.ts'
import type { DomainEvents } from '#server/events.ts'
import type { Inbox } from './inbox.ts'

/** The page that shows the knocks. */
const path = '/'
const keyOf = (senderId: string) => `knock:${senderId}`

export type KnockNotices = ReturnType<typeof createKnockNotices>

/** Returns the listeners that notify members of knocks. */
export const createKnockNotices = ({ inbox }: { inbox: Pick<Inbox, 'delete' | 'notify'> }) => ({
  knockArrived({ userId, senderId, senderName: name, again }: DomainEvents['knockArrived']) {
    const heading = again
      ? text('{name} would like to talk again', { name })
      : text('{name} would like to talk with you', { name })
    const body = text('Accept or decline on your home page. The invitation ends after a day.')
    const dedupeKey = keyOf(senderId)
    return inbox.notify(userId, { kind: 'knock', heading, body, path, candidateId: senderId, dedupeKey })
  },

  knockEnded({ userId, senderId }: DomainEvents['knockEnded']) {
    return inbox.delete(userId, keyOf(senderId))
  },

  knockAccepted({ userId, partnerId, partnerName: name, conversationId }: DomainEvents['knockAccepted']) {
    const heading = text('{name} accepted', { name })
    const body = text('Your chat is open.')
    const dedupeKey = `knock-accepted:${conversationId}`
    const candidateId = partnerId
    return inbox.notify(userId, {
      kind: 'knock_accepted',
      heading,
      body,
      path,
      candidateId,
      conversationId,
      dedupeKey,
    })
  },
})
