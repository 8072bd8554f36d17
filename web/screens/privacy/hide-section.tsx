import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { PRODUCT } from '#schema/product.ts'
import { desktop } from '../../desktop.ts'
import { useServices } from '../../hooks/services.tsx'
import { hasShiftKeys, setShiftKeys } from '../../state/quiet/shift-keys-setting.ts'
import { Switch } from '../../ui/switch.tsx'

const { name: product } = PRODUCT

/** Explains how a member hides the app in a hurry. The keys can be turned off in this browser. */
export function HideSection() {
  const { storage } = useServices()
  const [isOn, setOn] = useState(() => hasShiftKeys(storage))

  function change(on: boolean) {
    setShiftKeys(storage, on)
    setOn(on)
  }

  return (
    <>
      <p className="privacy-lede">
        {desktop()
          ? t`Hide ${product} at once when someone comes in. The window disappears, and no notification appears until you open it again from its icon. You stay logged in.`
          : t`Hide ${product} at once when someone comes in. All its tabs show a page with the time instead, and its notifications disappear. To come back, open ${product} by its address; in the installed app, press the date. You stay logged in, and your chat waits for a few minutes.`}
      </p>
      <Switch
        label={t`Press Shift three times to hide ${product}`}
        hint={t`Press the key alone, three times within a second. The chat also has a button for this. Turn this off if you use Sticky Keys.`}
        checked={isOn}
        onChange={({ target }) => change(target.checked)}
      />
    </>
  )
}
