import { Suspense } from 'react'
import { withTexts } from '../../i18n/with-texts.ts'
import { deferred } from '../../ui/deferred.tsx'
import { useKept } from './use-kept.ts'

const KeptPanel = deferred(() => withTexts('people', import('../keeping/kept-panel.tsx')), 'KeptPanel')

/** Shows whom the member keeps in touch with. Nothing is there while that is no one, or while the list loads. */
export function KeptSlot({ onChosen }: { onChosen(): void }) {
  const list = useKept()
  if (list.people.length === 0 && list.status !== 'error') return null
  return (
    <Suspense>
      <KeptPanel list={list} onChosen={onChosen} />
    </Suspense>
  )
}
