import { Trans } from '@lingui/react/macro'
import { shownName } from '../../i18n/shown-name.ts'
import { actionLabel, automaticName, momentOf } from './labels.ts'
import type { Action } from './operations.ts'

interface ActionProps {
  action: Action
}

/** What was done, and until when it lasts. */
export function ActionTitle({ action: { kind, until } }: ActionProps) {
  const action = actionLabel(kind)
  if (!until) return <b>{action}</b>
  const time = momentOf(until)
  return (
    <Trans comment="{action} is a label such as “Suspended”.">
      <b>{action}</b> <span className="caption ink-3">until {time}</span>
    </Trans>
  )
}

/** When it was done, and who did it. */
export function ActionSource({ action: { at, actor } }: ActionProps) {
  const time = momentOf(at)
  const name = actor ? shownName(actor.displayName) : automaticName()
  return (
    <Trans>
      {time}, <bdi translate="no">{name}</bdi>
    </Trans>
  )
}
