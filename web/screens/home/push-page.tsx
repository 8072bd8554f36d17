import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { useMember } from '../../hooks/member.tsx'
import { useServices } from '../../hooks/services.tsx'
import { startPushPage } from '../../state/push/push-page.ts'

/** Does what push messages need from the page of a member. Shows nothing. */
export function PushPage({ userId }: { userId: string }) {
  const { api, storage, toasts } = useServices()
  const member = useMember()
  const navigate = useNavigate()
  const go = useEffectEvent((path: string, options?: { replace: boolean }) => void navigate(path, options))
  useEffect(
    () => startPushPage({ window, api, storage, toasts, userId, member, navigate: (...to) => go(...to) }),
    [api, storage, toasts, userId, member],
  )
  useEffect(() => {
    // The search may go on, or ring, since the app was closed. A later event tries again.
    member.ring.load().then(
      ({ refresh }) => refresh(),
      () => undefined,
    )
  }, [member])
  return null
}
