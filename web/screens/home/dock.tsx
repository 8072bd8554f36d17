import { LogOut, Moon, Sun } from 'lucide-react'
import type { User } from '#schema/account.ts'
import { messageOf } from '../../data/failure.ts'
import { useServices, useStore } from '../../state/react.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Mark } from '../../ui/mark.tsx'

export function Dock({ me }: { me: User }) {
  const { session, theme, toasts } = useServices()
  const shown = useStore(theme)
  const ThemeIcon = shown === 'dark' ? Sun : Moon

  async function logOut() {
    if (!window.confirm('Log out of this browser?')) return
    try {
      await session.logout()
    } catch (error) {
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
