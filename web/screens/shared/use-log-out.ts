import { t } from '@lingui/core/macro'
import { isReportedAlready, messageOf } from '../../data/failure.ts'
import { useMember } from '../../hooks/member.tsx'
import { useServices } from '../../hooks/services.tsx'
import { isOpen } from '../../state/chat/about-conversation.ts'

/** Asks before logging out, because that ends an open chat. */
export function useLogOut() {
  const { toasts, tabStorage } = useServices()
  const member = useMember()

  return async () => {
    const state = member.chat.getState()
    const isInChat = state.phase === 'matched' && isOpen(state.conversation)
    if (!window.confirm(isInChat ? t`Log out? This ends your chat.` : t`Log out on this device?`)) return
    try {
      const { hasEnded } = await member.logOut()
      tabStorage.clear()
      if (hasEnded) return
      toasts.show({
        title: t`You're logged out on this device`,
        description: t`We can't reach our server. As soon as you're online, we finish logging you out there too.`,
      })
    } catch (error) {
      if (isReportedAlready(error)) return
      toasts.show({
        title: t`Logout failed`,
        description: messageOf(error, t`Please try again.`),
        variant: 'destructive',
      })
    }
  }
}
