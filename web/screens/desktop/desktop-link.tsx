import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { desktop } from '../../desktop.ts'
import { useMember } from '../../hooks/member.tsx'
import { useServices } from '../../hooks/services.tsx'
import { startDesktopLink } from '../../state/desktop/desktop-link.ts'

/** Connects the web app to the desktop app around it while both are running. */
export function DesktopLink({ userId }: { userId: string }) {
  const { api, toasts } = useServices()
  const { ring, stream, chat, chatSwitch, knocks, searchState, view, attention, panel, newKey } = useMember()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const at = useRef({ navigate, pathname })
  useEffect(() => {
    at.current = { navigate, pathname }
  })
  useEffect(() => {
    // The search may go on, or ring, since the window was closed. A later event tries again.
    ring.load().then(
      ({ refresh }) => refresh(),
      () => undefined,
    )
  }, [ring])
  useEffect(() => {
    const bridge = desktop()
    if (!bridge) return
    return startDesktopLink({
      bridge,
      api,
      userId,
      stream,
      chat,
      chatSwitch,
      knocks,
      searchState,
      toasts,
      attention,
      isOnScreen: view.isOnScreen,
      newKey,
      goHome: () => at.current.pathname !== '/' && void at.current.navigate('/'),
      openSettings: () => panel.setState('settings'),
    })
  }, [api, toasts, userId, stream, chat, chatSwitch, knocks, searchState, view, attention, panel, newKey])
  return null
}
