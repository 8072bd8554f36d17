import { t } from '@lingui/core/macro'
import { useMember } from '../../hooks/member.tsx'
import { partnerName } from '../../state/chat/about-conversation.ts'
import type { Switch } from '../../state/chat/chat-switch.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Asks whether the open chat may end for another one. */
export function SwitchDialog({ asked: { from, to } }: { asked: Switch }) {
  const { chatSwitch } = useMember()
  return (
    <ConfirmDialog
      title={t`Leave your chat with ${{ name: partnerName(from) }}?`}
      description={t`It ends for you both. Then the chat with ${{ name: to }} opens.`}
      action={t`Leave and open`}
      cancel={t`Stay`}
      focusAfter={() => document.getElementById('message')}
      onConfirm={chatSwitch.confirm}
      onClose={chatSwitch.cancel}
    />
  )
}
