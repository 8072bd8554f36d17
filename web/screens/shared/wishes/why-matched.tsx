import type { Partner } from '#schema/account.ts'
import { useServices, useStore } from '../../../hooks/services.tsx'
import { commonWith } from './common-with.ts'
import { WhyThisMatch } from './why-this-match.tsx'

/** Why the member was matched with a partner. It loads when the common ground opens. */
export function WhyMatched({ partner, interests }: { partner: Partner; interests: readonly string[] }) {
  const { user } = useStore(useServices().session)
  return user && <WhyThisMatch interests={interests} {...commonWith(partner, user)} />
}
