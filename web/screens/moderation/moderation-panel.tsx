import '../../ui/css/account.css'
import './moderation.css'
import './person-detail.css'
import './moderation-case.css'
import './moderation-team.css'
import './translate.css'
import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { GraphqlProvider } from '../../hooks/graphql-provider.tsx'
import { pageDirection } from '../../i18n/page-direction.ts'
import { PersistentTab } from '../../ui/persistent-tab.tsx'
import { useScrollEdges } from '../shared/use-scroll-edges.ts'
import { AppealQueue } from './appeal-queue.tsx'
import { AuditLog } from './audit-log.tsx'
import { DecidedReports } from './decided-reports.tsx'
import { HeldQueue } from './held-queue.tsx'
import { OpenReports } from './report-queue.tsx'
import { TeamProvider } from './team.tsx'
import { TranslationProvider } from './translations.tsx'
import { type Counts, useCounts } from './use-counts.ts'

const PARTS = [
  ['open', msg`Open reports`, OpenReports, 'reports'],
  ['appeals', msg`Appeals`, AppealQueue, 'appeals'],
  ['held', msg`Held messages`, HeldQueue, 'heldMessages'],
  ['decided', msg({ message: 'Decided', context: 'reports' }), DecidedReports, null],
  ['log', msg`Audit log`, AuditLog, null],
] as const

/** The tabs of the moderation console: the queues, the decided reports and the audit log. */
export const ModerationPanel = ({ shown = true }: { shown?: boolean }) => (
  <GraphqlProvider>
    <TeamProvider>
      <TranslationProvider>
        <Panel shown={shown} />
      </TranslationProvider>
    </TeamProvider>
  </GraphqlProvider>
)

function Panel({ shown }: { shown: boolean }) {
  const [current, setCurrent] = useState<string>('open')
  const counts = useCounts()
  const list = useScrollEdges<HTMLDivElement>()
  return (
    <Tabs.Root dir={pageDirection()} value={current} onValueChange={setCurrent} className="moderation">
      <Tabs.List className="tabs scroll-edges" aria-label={t`Moderation`} ref={list}>
        {PARTS.map(([id, name, , counted]) => (
          <Tabs.Trigger key={id} value={id}>
            {i18n._(name)}
            <Count of={counted} counts={counts} />
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {PARTS.map(([id, , Part]) => (
        <PersistentTab key={id} value={id} current={current}>
          {(inFront) => <Part shown={shown && inFront} />}
        </PersistentTab>
      ))}
    </Tabs.Root>
  )
}

const Count = ({ of, counts }: { of: keyof Counts | null; counts: Counts | null }) =>
  of && counts && counts[of] > 0 ? <span className="count">{counts[of]}</span> : null
