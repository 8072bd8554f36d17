import type { Partner } from '#schema/account.ts'
import { useServices, useStore } from '../../../hooks/services.tsx'
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
  return user && <WhyThisMatch interests={interests} evening={evening} {...commonWith(partner, user)} />
}
