import { t } from '@lingui/core/macro'
import { useNavigate } from 'react-router'
import { ApiFailure, isReportedAlready } from '../../data/failure.ts'
import { useMember } from '../../hooks/member.tsx'
import { useServices } from '../../hooks/services.tsx'
import type { Note } from './operations.ts'

/** Returns a function that opens a notification's conversation or page. */
export function useOpenNotification() {
  const { api, toasts } = useServices()
  const { chat } = useMember()
  const navigate = useNavigate()

  return async ({ conversationId, path }: Note) => {
    if (!conversationId) {
      if (path) await navigate(path)
      return
    }
    try {
      const { data } = await api.call('currentConversation', { params: { id: conversationId } })
      chat.open(data)
    } catch (error) {
      if (isReportedAlready(error)) return
      const gone = error instanceof ApiFailure && error.status === 404
      toasts.show({
        title: gone ? t`This chat no longer exists` : t`We couldn't open the chat`,
        ...(gone ? {} : { description: t`Please try again.` }),
        variant: 'destructive',
      })
    }
  }
}
