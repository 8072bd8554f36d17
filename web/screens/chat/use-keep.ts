import { useRef } from 'react'
import type { Conversation } from '#schema/chat.ts'
import { messageOf, notLoaded } from '../../data/failure.ts'
import { useMember } from '../../hooks/member.tsx'
import { useServices } from '../../hooks/services.tsx'
import { withTexts } from '../../i18n/with-texts.ts'

/** Returns a function that asks to keep in touch with the partner, or takes that back. */
export function useKeep(conversation: Conversation): () => Promise<void> {
  const { api, toasts } = useServices()
  const { chat, refreshConversations } = useMember()
  const isBusy = useRef(false)

  return async () => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      const { changeKeep } = await withTexts('people', import('../../state/keeping/change-keep.ts')).catch(
        notLoaded,
      )
      await changeKeep({ api, chat, toasts }, conversation, conversation.keep === 'ASKED' ? 'NO' : 'ASKED')
      refreshConversations()
    } catch (error) {
      toasts.show({ title: messageOf(error, ''), variant: 'destructive' })
    } finally {
      isBusy.current = false
    }
  }
}
