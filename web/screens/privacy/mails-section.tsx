import { t } from '@lingui/core/macro'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { QueryResult } from '../shared/query-result.tsx'
import { MISSED_MAILS, SET_MISSED_MAILS } from './operations.ts'
import { SettingSwitch } from './setting-switch.tsx'

export function MailsSection() {
  const { data, failure, refetch } = useQuery(MISSED_MAILS, {})
  const { mutate } = useMutation(SET_MISSED_MAILS)
  return (
    <QueryResult data={data} failure={failure} what="this setting" retry={refetch}>
      {({ me }) =>
        me && (
          <SettingSwitch
            label={t`Email me about missed messages`}
            hint={t`At most one email a day; it never includes message text.`}
            stored={me.missedMails}
            save={(on) => mutate({ on })}
          />
        )
      }
    </QueryResult>
  )
}
