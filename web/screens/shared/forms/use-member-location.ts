import { useState } from 'react'
import { useServices } from '../../../hooks/services.tsx'
import { browserLocation } from '../../../state/session/geolocation.ts'
import { createMemberLocation, type MemberLocation } from '../../../state/session/member-location.ts'

export function useMemberLocation(): MemberLocation {
  const { position, toasts, storage } = useServices()
  const [memberLocation] = useState(() => {
    let created: MemberLocation | undefined
    // Not before its first use: the build renders the registration without a window.
    const get = () => {
      created ??= createMemberLocation({ env: browserLocation(window), position, toasts, storage })
      return created
    }
    return {
      captureForRegistration: (options?: { again?: boolean }) => get().captureForRegistration(options),
      captureForSession: (options: { wanted: boolean; switchedOn?: boolean }) =>
        get().captureForSession(options),
    }
  })
  return memberLocation
}
