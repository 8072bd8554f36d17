import { LogOut, Moon, Sun } from 'lucide-react'
import type { User } from '#schema/account.ts'
import { isToldAlready, messageOf } from '../../data/failure.ts'
import { useMember } from '../../state/member-react.tsx'
import { useServices, useStore } from '../../state/react.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Mark } from '../../ui/mark.tsx'

export function Dock({ me }: { me: User }) {
  const { theme, toasts } = useServices()
  const member = useMember()
  const shown = useStore(theme)
  const ThemeIcon = shown === 'dark' ? Sun : Moon

  async function logOut() {
    const talking = member.chat.getState().phase === 'matched'
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

  return (
    <div className="dock">
      <div>
        <span className="dock-name">
          <Mark id={me.id} size="1.5rem" />
          {me.displayName}
        </span>
        <IconButton
          label={shown === 'dark' ? 'Light appearance' : 'Dark appearance'}
          onClick={() => theme.toggle()}
        >
          <ThemeIcon className="icon" data-size="md" aria-hidden="true" />
        </IconButton>
      </div>
      <div>
        <IconButton label="Log out" onClick={() => void logOut()}>
          <LogOut className="icon" data-size="md" aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  )
}
