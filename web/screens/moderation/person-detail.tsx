import '../../ui/css/account.css'
import '../../ui/css/moderation.css'
import '../../ui/css/moderation-case.css'
import '../../ui/css/moderation-team.css'
import { GraphqlProvider } from '../../state/graphql-react.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { TeamProvider } from './team.tsx'

/** The same from outside the moderation panel. */
export const PersonDetail = (props: { userId: string; onClose(): void }) => (
  <GraphqlProvider>
    <TeamProvider>
      <PersonDialog {...props} />
    </TeamProvider>
  </GraphqlProvider>
)
