import { t } from '@lingui/core/macro'
import { STRIKES } from '#schema/moderation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Decision } from './decision.tsx'
import { Listing } from './listing.tsx'
import { STANDING } from './operations.ts'

const { lastDays, limit, suspendsForDays } = STRIKES

/** The moderation decisions about the member. */
export function DecisionList() {
  const query = useQuery(STANDING, {})
  const history = query.data?.standing.history ?? null
  return (
    <>
      {history && history.length > 0 && (
        <p className="ink-2">
          {t`Each warning or suspension is a strike. It counts for ${lastDays} days. With ${limit} strikes at the same time, we suspend your account for ${suspendsForDays} days.`}
        </p>
      )}
      <Listing
        items={history}
        query={query}
        loading={t`Loading our decisions`}
        failed={t`We couldn't load our decisions.`}
        empty={t`You have no warnings and no suspensions.`}
      >
        {(warning) => <Decision key={warning.actionId} warning={warning} onChanged={query.refetch} />}
      </Listing>
    </>
  )
}
