import '../../ui/css/account.css'
import './moderation.css'
import './person-detail.css'
import './moderation-case.css'
import './moderation-team.css'
import './translate.css'
import { GraphqlProvider } from '../../hooks/graphql-provider.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { TeamProvider } from './team.tsx'
import { TranslationProvider } from './translations.tsx'

/** The person dialog for use outside of the moderation panel. */
export const PersonDetail = (props: { userId: string; onClose(): void }) => (
  <GraphqlProvider>
    <TeamProvider>
      <TranslationProvider>
        <PersonDialog {...props} />
      </TranslationProvider>
    </TeamProvider>
  </GraphqlProvider>
)
