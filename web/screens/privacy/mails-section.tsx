import { useState } from 'react'
import { useAct, useAsk } from '../../state/graphql-react.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Asked } from './asked.tsx'
import { MISSED_MAILS, SET_MISSED_MAILS } from './operations.ts'
import { useTellFailure } from './use-tell-failure.ts'

export function MailsSection() {
  const { data, failure, refetch } = useAsk(MISSED_MAILS, {})
  return (
    <Asked data={data} failure={failure} what="this setting" retry={refetch}>
      {({ me }) => <MailsSwitch stored={me.missedMails} />}
    </Asked>
  )
}

function MailsSwitch({ stored }: { stored: boolean }) {
  const tellFailure = useTellFailure()
  const { act } = useAct(SET_MISSED_MAILS)
  const [on, setOn] = useState(stored)

  async function change(wanted: boolean) {
    setOn(wanted)
    try {
      await act({ on: wanted })
    } catch (error) {
      setOn(!wanted)
      tellFailure('It could not be changed', error)
    }
  }

  return (
    <Switch
      label="Mail me when I missed messages"
      hint="At most one mail a day, and never with what was said."
      checked={on}
      onChange={(event) => void change(event.target.checked)}
    />
  )
}
