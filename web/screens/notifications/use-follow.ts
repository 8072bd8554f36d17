import { useNavigate } from 'react-router'
import { ApiFailure, isToldAlready } from '../../data/failure.ts'
import { useMember } from '../../hooks/member.tsx'
import { useServices } from '../../hooks/services.tsx'
import type { Note } from './operations.ts'

/** To where a notification leads: its conversation, or a page of the app. */
export function useFollow() {
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
      if (isToldAlready(error)) return
      const gone = error instanceof ApiFailure && error.status === 404
      toasts.show({
        title: gone ? 'This conversation is no longer there' : 'The conversation could not be opened',
        ...(gone ? {} : { description: 'Please try again.' }),
        variant: 'destructive',
      })
    }
  }
}
