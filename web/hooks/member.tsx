import { createContext, type ReactNode, useContext } from 'react'
import type { MemberServices } from '../state/session/member.ts'

const MemberContext = createContext<MemberServices | null>(null)

export function MemberProvider({ member, children }: { member: MemberServices; children: ReactNode }) {
  return <MemberContext value={member}>{children}</MemberContext>
}

export function useMember(): MemberServices {
  const member = useContext(MemberContext)
  if (!member) throw new Error('useMember needs a MemberProvider above it')
  return member
}
