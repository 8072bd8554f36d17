import type { Partner } from '#schema/account.ts'
import { useMember } from '../../../hooks/member.tsx'
import { useServices, useStore } from '../../../hooks/services.tsx'
import { exchangeText } from '../speaks-text.ts'
import { commonWith } from './common-with.ts'
import { WhyThisMatch } from './why-this-match.tsx'

interface WhyMatchedProps {
  partner: Partner
  interests: readonly string[]
  evening: string | null
}

/** Why the member was matched with a partner. It loads when the common ground opens. */
export function WhyMatched({ partner, interests, evening }: WhyMatchedProps) {
  const { user } = useStore(useServices().session)
  const state = useStore(useMember().chat)
  const isExchange = state.phase === 'matched' && state.conversation.exchange === true
  return (
    user && (
      <WhyThisMatch
        interests={interests}
        evening={evening}
        exchange={isExchange ? exchangeText(partner, user) : ''}
        {...commonWith(partner, user)}
      />
    )
  )
}
