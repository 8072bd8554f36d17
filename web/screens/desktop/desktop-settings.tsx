import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import type { DesktopSettingsChange, DesktopSettings as Settings } from '#schema/desktop.ts'
import { PRODUCT } from '#schema/product.ts'
import { desktop } from '../../desktop.ts'
import { useServices } from '../../hooks/services.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Servers } from './servers.tsx'

const { name: product } = PRODUCT

const SWITCHES = [
  [
    'hideMessageText',
    msg`Hide message text`,
    msg`Notifications show that someone wrote, but not the message.`,
  ],
  ['launchAtLogin', msg`Launch at login`, msg`Starts in the tray when you log in to your computer.`],
  ['closeToTray', msg`Close to tray`, msg`${product} keeps running when you close the window.`],
] as const

/** The settings of the desktop app. */
export function DesktopSettings() {
  const { toasts } = useServices()
  const [settings, setSettings] = useState<Settings | null>(null)

  useEffect(() => {
    const bridge = desktop()
    let isMounted = true
    bridge?.readSettings().then(
      (read) => isMounted && setSettings(read),
      () => undefined,
    )
    const stop = bridge?.onMessage((message) => message.type === 'settings' && setSettings(message.settings))
    return () => {
      isMounted = false
      stop?.()
    }
  }, [])

  if (!settings) return null
  async function change(part: DesktopSettingsChange) {
    const changed = await desktop()
      ?.changeSettings(part)
      .catch(() => null)
    if (changed) return setSettings(changed)
    toasts.show({
      title: t`We couldn't save this setting`,
      description: t`Please try again.`,
      variant: 'destructive',
    })
  }

  return (
    <div className="panel-form">
      {SWITCHES.map(([name, label, hint]) => (
        <Switch
          key={name}
          label={i18n._(label)}
          hint={i18n._(hint)}
          checked={settings[name]}
          onChange={({ target }) => void change({ [name]: target.checked })}
        />
      ))}
      <Servers settings={settings} onChange={setSettings} />
    </div>
  )
}
