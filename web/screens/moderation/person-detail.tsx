import '../../ui/css/account.css'
import './moderation.css'
import './moderation-case.css'
import './moderation-team.css'
import { GraphqlProvider } from '../../hooks/graphql-provider.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { TeamProvider } from './team.tsx'

/** The person dialog for use outside of the moderation panel. */
export const PersonDetail = (props: { userId: string; onClose(): void }) => (
  <GraphqlProvider>
    <TeamProvider>
      <PersonDialog {...props} />
    </TeamProvider>
  </GraphqlProvider>
)
