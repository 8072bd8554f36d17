import { Suspense } from 'react'
import { useMember } from '../../hooks/member.tsx'
import { useStore } from '../../hooks/services.tsx'
import { withTexts } from '../../i18n/with-texts.ts'
import { deferred } from '../../ui/deferred.tsx'

const KnockCard = deferred(() => withTexts('people', import('../knocks/knock-card.tsx')), 'KnockCard')

/**
 * Shows the newest of the members who would like to talk. The sidebar has it while it stands beside the sheet, the sheet
 * itself otherwise.
 */
export function KnockSlot({ place }: { place: 'sidebar' | 'sheet' | 'search' }) {
  const [knock, ...others] = useStore(useMember().knocks)
  if (!knock) return null
  return (
    <Suspense>
      <KnockCard key={knock.id} knock={knock} more={others.length} place={place} />
    </Suspense>
  )
}
