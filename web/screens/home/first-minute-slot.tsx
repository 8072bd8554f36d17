import type { User } from '#schema/account.ts'
import { DEMO_PARTNERS } from '#schema/pages.ts'
import { useMember } from '../../hooks/member.tsx'
import { useStore } from '../../hooks/services.tsx'
import { usePageFact } from '../../hooks/use-page-fact.ts'
import type { Figures } from '../../state/session/session.ts'
import { FirstMinute } from './first-minute.tsx'

/** Milliseconds after which an account counts as known to its member, also in a browser that has not seen the steps. */
const NEW_FOR = 7 * 24 * 60 * 60_000
/** Milliseconds in which an account has had no chat. The figures, which count them, follow the registration. */
const JUST_REGISTERED = 60_000

interface FirstMinuteSlotProps {
  me: User
  figures: Figures | null
}

/**
 * Shows the first steps to a new member who has had no chat yet. They end when all are done or the member hides them. They
 * are part of the home screen: loaded later, they would move Find Match from under a finger.
 */
export function FirstMinuteSlot({ me, figures }: FirstMinuteSlotProps) {
  const { firstMinute, ownCard } = useMember()
  const isWanted = useStore(firstMinute)
  const isCardNew = useStore(ownCard)
  const hasDemoPartners = usePageFact(DEMO_PARTNERS) !== null
  const age = Date.now() - Date.parse(me.created)
  const isNewMember = figures ? figures.conversationCount === 0 && age < NEW_FOR : age < JUST_REGISTERED
  if (!isWanted || !isNewMember || !(isCardNew || hasDemoPartners)) return null
  return <FirstMinute me={me} isCardNew={isCardNew} hasDemoPartners={hasDemoPartners} />
}
