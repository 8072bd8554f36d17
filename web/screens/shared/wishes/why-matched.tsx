import type { Partner } from '#schema/account.ts'
import { useMember } from '../../../hooks/member.tsx'
import { useServices, useStore } from '../../../hooks/services.tsx'
import { commonWith } from './common-with.ts'
import { WhyThisMatch } from './why-this-match.tsx'

/** Why the member was matched with a partner. It loads when the common ground opens. */
export function WhyMatched({ partner, interests }: { partner: Partner; interests: readonly string[] }) {
  const { user } = useStore(useServices().session)
  const state = useStore(useMember().chat)
  const { evening, exchange } = state.phase === 'matched' ? state.conversation : {}
  return (
    user && (
      <WhyThisMatch
        interests={interests}
        evening={evening}
        isExchange={exchange}
        {...commonWith(partner, user)}
      />
    )
  )
}
