import { isToldAlready, messageOf } from '../../data/failure.ts'
import { useMember } from '../../hooks/member.tsx'
import { useServices } from '../../hooks/services.tsx'
import { isOpen } from '../../state/chat/about-conversation.ts'

/** Asks first: it ends a conversation. */
export function useLogOut() {
  const { toasts } = useServices()
  const member = useMember()

  return async () => {
    const state = member.chat.getState()
    const talking = state.phase === 'matched' && isOpen(state.conversation)
    if (!window.confirm(talking ? 'Log out? This ends your conversation.' : 'Log out of this browser?'))
      return
    try {
      await member.logOut()
    } catch (error) {
      if (isToldAlready(error)) return
      toasts.show({
        title: 'Logout failed',
        description: messageOf(error, 'Please try again.'),
        variant: 'destructive',
      })
    }
  }
}
