import { t } from '@lingui/core/macro'
import { PRODUCT } from '#schema/product.ts'
import { pushSupport } from '../../state/push/push-support.ts'
import { Switch } from '../../ui/switch.tsx'
import { type PushDeviceProps, usePushDevice } from './use-push-device.ts'

const { name: product } = PRODUCT

/** Turns push messages on and off in this browser, or says why it cannot get them. */
export function PushSetting(props: PushDeviceProps) {
  const support = pushSupport(window)
  const { isOn, isChanging, change } = usePushDevice(props)
  if (support === 'needs-home-screen') return <HomeScreenNote />
  if (support === 'unsupported')
    return <p className="hint">{t`This browser can't show notifications while ${product} is closed.`}</p>
  const isDenied = support === 'denied'
  return (
    <Switch
      label={t`Notifications on this device`}
      hint={
        isDenied
          ? t`Your browser blocks notifications from this page. Allow them in the browser's site settings, then turn this on.`
          : t`Tells you about new messages and more while ${product} is closed. They never show what a message says.`
      }
      checked={isOn && !isDenied}
      disabled={isDenied}
      aria-busy={isChanging || undefined}
      onChange={({ target }) => void change(target.checked)}
    />
  )
}

const HomeScreenNote = () => (
  <div>
    <p className="label">{t`Notifications on this device`}</p>
    <p className="hint">
      {t`On an iPhone or iPad, notifications need ${product} on your Home Screen, with iOS 16.4 or later. In Safari, tap Share, then Add to Home Screen. Open ${product} from there and come back to this page.`}
    </p>
  </div>
)
