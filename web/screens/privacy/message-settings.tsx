import { t } from '@lingui/core/macro'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { QueryResult } from '../shared/query-result.tsx'
import { MISSED_MAILS, READ_RECEIPTS, SET_MISSED_MAILS, SET_READ_RECEIPTS } from './operations.ts'
import { SettingSwitch } from './setting-switch.tsx'

export function ReceiptsSection() {
  const { data, failure, refetch } = useQuery(READ_RECEIPTS, {})
  const { mutate } = useMutation(SET_READ_RECEIPTS)
  return (
    <QueryResult data={data} failure={failure} what="this setting" retry={refetch}>
      {({ me }) =>
        me && (
          <SettingSwitch
            label={t`Show when messages arrive and are read`}
            hint={t`If you turn this off, people can't see whether you got or read their messages. You can't see it for your messages either.`}
            stored={me.readReceipts}
            save={(on) => mutate({ on })}
          />
        )
      }
    </QueryResult>
  )
}

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
