import '../../ui/css/account.css'
import '../../ui/css/moderation.css'
import { Tabs } from 'radix-ui'
import { GraphqlProvider } from '../../state/graphql-react.tsx'
import { AppealQueue } from './appeal-queue.tsx'
import { AuditLog } from './audit-log.tsx'
import { HeldQueue } from './held-queue.tsx'
import { ReportQueue } from './report-queue.tsx'

const PARTS = [
  ['open', 'Open reports', <ReportQueue key="open" status="OPEN" />],
  ['appeals', 'Appeals', <AppealQueue key="appeals" />],
  ['held', 'Held messages', <HeldQueue key="held" />],
  ['decided', 'Decided', <ReportQueue key="decided" status="DECIDED" />],
  ['log', 'Audit log', <AuditLog key="log" />],
] as const

/** Where moderators decide, and where what they decided can be read. */
export const ModerationPanel = () => (
  <GraphqlProvider>
    <Tabs.Root defaultValue="open" className="moderation">
      <Tabs.List className="tabs" aria-label="Moderation">
        {PARTS.map(([id, name]) => (
          <Tabs.Trigger key={id} value={id}>
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {PARTS.map(([id, , part]) => (
        <Tabs.Content key={id} value={id}>
          {part}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  </GraphqlProvider>
)
