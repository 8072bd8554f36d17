import { useState } from 'react'
import { useServices } from '../../hooks/services.tsx'
import { browserLocation } from '../../state/session/geolocation.ts'
import { createMemberLocation } from '../../state/session/member-location.ts'

export function useMemberLocation() {
  const { position, toasts, storage } = useServices()
  const [memberLocation] = useState(() =>
    createMemberLocation({ env: browserLocation(window), position, toasts, storage }),
  )
  return memberLocation
}
