import '../../ui/css/account.css'
import '../../ui/css/moderation.css'
import '../../ui/css/moderation-case.css'
import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { GraphqlProvider } from '../../state/graphql-react.tsx'
import { KeptTab } from '../../ui/kept-tab.tsx'
import { AppealQueue } from './appeal-queue.tsx'
import { AuditLog } from './audit-log.tsx'
import { HeldQueue } from './held-queue.tsx'
import { DecidedReports, OpenReports } from './report-queue.tsx'

const PARTS = [
  ['open', 'Open reports', OpenReports],
  ['appeals', 'Appeals', AppealQueue],
  ['held', 'Held messages', HeldQueue],
  ['decided', 'Decided', DecidedReports],
  ['log', 'Audit log', AuditLog],
] as const

/** Where moderators decide, and where what they decided can be read. */
export function ModerationPanel({ shown = true }: { shown?: boolean }) {
  const [current, setCurrent] = useState<string>('open')
  return (
    <GraphqlProvider>
      <Tabs.Root value={current} onValueChange={setCurrent} className="moderation">
        <Tabs.List className="tabs" aria-label="Moderation">
          {PARTS.map(([id, name]) => (
            <Tabs.Trigger key={id} value={id}>
              {name}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {PARTS.map(([id, , Part]) => (
          <KeptTab key={id} value={id} current={current}>
            {(inFront) => <Part shown={shown && inFront} />}
          </KeptTab>
        ))}
      </Tabs.Root>
    </GraphqlProvider>
  )
}
