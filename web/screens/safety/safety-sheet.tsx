import { t } from '@lingui/core/macro'
import '../../ui/css/account.css'
import './safety.css'
import { useRef } from 'react'
import { GraphqlProvider } from '../../hooks/graphql-provider.tsx'
import { useMember } from '../../hooks/member.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { STAYING_SAFE } from './advice.ts'
import { Advice } from './advice-list.tsx'
import { RecentChats } from './recent-chats.tsx'

/** Safety advice and recent chats in a sheet. The chat behind it keeps its draft and its stream. */
export function SafetySheet({ first, onClose }: { first: 'advice' | 'recent'; onClose(): void }) {
  const { chat, refreshLists } = useMember()
  const heading = useRef<HTMLHeadingElement>(null)
  const recent = (
    <section aria-labelledby="sheet-recent" key="recent">
      <h3 className="heading" id="sheet-recent" ref={heading} tabIndex={-1}>
        {t`Recent chats`}
      </h3>
      <p className="ink-2">{t`Report or block someone you chatted with in the last 24 hours.`}</p>
      <GraphqlProvider>
        <RecentChats
          heading={heading}
          onDone={({ id }) => {
            chat.leave(id)
            refreshLists()
          }}
        />
      </GraphqlProvider>
    </section>
  )
  const advice = (
    <section aria-labelledby="sheet-advice" key="advice">
      <h3 className="heading" id="sheet-advice">{t`Staying safe`}</h3>
      <Advice of={STAYING_SAFE} headings="h4" />
    </section>
  )
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={t`Safety`}>
      <div className="safety-sheet">
        {first === 'advice' ? [advice, recent] : [recent, advice]}
        <p className="caption ink-3">
          {t`To see the people you blocked and your reports, open Settings, then Safety centre.`}
        </p>
      </div>
    </Sheet>
  )
}
