import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { PUSH_KINDS, type PushKind, type PushPreferences } from '#schema/push.ts'
import { Choices } from '../../ui/choices.tsx'
import { Switch } from '../../ui/switch.tsx'
import { QuietHoursSetting } from './quiet-hours-setting.tsx'
import { useSavePush } from './use-push.ts'

const KINDS: Record<PushKind, MessageDescriptor> = {
  message: msg`New messages`,
  match: msg`Matches`,
  ring: msg`Someone found for your search`,
  knock: msg`People who want to talk`,
  kept: msg`Keeping in touch`,
  evening: msg`Evenings`,
  interest: msg`Interest bells`,
  decision: msg`News from our moderators`,
}

/** What push messages tell the member, on all devices. */
export function PushChoices({ preferences }: { preferences: PushPreferences }) {
  const save = useSavePush()
  const change = (changed: Partial<PushPreferences>) => save({ ...preferences, ...changed })
  return (
    <>
      <Choices
        className="push-kinds"
        legend={t`Notify me about`}
        name="push-kinds"
        multiple
        choices={PUSH_KINDS.map((value) => ({ value, label: i18n._(KINDS[value]) }))}
        value={preferences.kinds}
        onChange={(chosen) => change({ kinds: PUSH_KINDS.filter((kind) => chosen.includes(kind)) })}
      />
      <Switch
        label={t`Show names`}
        hint={t`Shows who it is about. Anyone who sees your screen can read the name.`}
        checked={preferences.showsNames}
        onChange={({ target }) => change({ showsNames: target.checked })}
      />
      <QuietHoursSetting
        quietHours={preferences.quietHours}
        onChange={(quietHours) => change({ quietHours })}
      />
    </>
  )
}
