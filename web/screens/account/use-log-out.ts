import { isToldAlready, messageOf } from '../../data/failure.ts'
import { isOpen } from '../../state/about-conversation.ts'
import { useMember } from '../../state/member-react.tsx'
import { useServices } from '../../state/react.tsx'

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
