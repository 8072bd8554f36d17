import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Switch } from '../../ui/switch.tsx'
import { MISSED_MAILS, SET_MISSED_MAILS } from './operations.ts'
import { QueryResult } from './query-result.tsx'
import { useFailureToast } from './use-failure-toast.ts'

export function MailsSection() {
  const { data, failure, refetch } = useQuery(MISSED_MAILS, {})
  return (
    <QueryResult data={data} failure={failure} what="this setting" retry={refetch}>
      {({ me }) => me && <MailsSwitch stored={me.missedMails} />}
    </QueryResult>
  )
}

function MailsSwitch({ stored }: { stored: boolean }) {
  const showFailure = useFailureToast()
  const { mutate } = useMutation(SET_MISSED_MAILS)
  const [saved, setSaved] = useState(stored)
  /** The value being saved, or null. */
  const [wanted, setWanted] = useState<boolean | null>(null)

  async function change(on: boolean) {
    if (wanted !== null) return
    setWanted(on)
    try {
      await mutate({ on })
      setSaved(on)
    } catch (error) {
      showFailure(t`We couldn't change this setting`, error)
    }
    setWanted(null)
  }

  return (
    <Switch
      label={t`Email me about missed messages`}
      hint={t`At most one email a day; it never includes message text.`}
      checked={wanted ?? saved}
      onChange={(event) => void change(event.target.checked)}
    />
  )
}
