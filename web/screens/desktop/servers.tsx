import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type RefObject, useRef, useState } from 'react'
import type { DesktopSettings } from '#schema/desktop.ts'
import { desktop } from '../../desktop.ts'
import { useServices } from '../../hooks/services.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

interface ServersProps {
  settings: DesktopSettings
  onChange(settings: DesktopSettings): void
}

/**
 * The servers that the desktop app remembers, and a form for another one. The app itself asks before it connects to
 * or forgets a server.
 */
export function Servers({ settings, onChange }: ServersProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className="desktop-servers" aria-labelledby="desktop-servers">
      <h4 id="desktop-servers" ref={heading} tabIndex={-1}>{t`Servers`}</h4>
      <p className="caption ink-3">{t`We keep your login for each server on this device.`}</p>
      <KnownServers settings={settings} onChange={onChange} heading={heading} />
      <AnotherServer onChange={onChange} />
    </section>
  )
}

function KnownServers({
  settings,
  onChange,
  heading,
}: ServersProps & { heading: RefObject<HTMLElement | null> }) {
  const { toasts } = useServices()
  const refuse = () =>
    toasts.show({
      title: t`We couldn't change the server`,
      description: t`Please try again.`,
      variant: 'destructive',
    })

  async function connect(serverAddress: string) {
    try {
      const changed = await desktop()?.changeSettings({ serverAddress })
      if (changed) onChange(changed)
    } catch {
      refuse()
    }
  }

  async function forget(address: string) {
    try {
      const changed = await desktop()?.forgetServer(address)
      if (!changed) return
      onChange(changed)
      // The focused button is gone.
      if (!changed.servers.includes(address)) heading.current?.focus()
    } catch {
      refuse()
    }
  }

  return (
    <ul>
      {settings.servers.map((address) => (
        <li key={address} aria-current={address === settings.serverAddress || undefined}>
          <span className="desktop-server" translate="no">
            {address}
          </span>
          {address === settings.serverAddress ? (
            <span className="caption ink-3">{t`Connected`}</span>
          ) : (
            <span className="desktop-server-actions">
              <Button size="sm" onClick={() => void connect(address)}>
                <Trans>
                  Connect<span className="sr-only"> to {address}</span>
                </Trans>
              </Button>
              <Button size="sm" variant="quiet" onClick={() => void forget(address)}>
                <Trans>
                  Forget<span className="sr-only"> {address}</span>
                </Trans>
              </Button>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function AnotherServer({ onChange }: Pick<ServersProps, 'onChange'>) {
  const [address, setAddress] = useState('')
  const [error, setError] = useState<string>()

  async function connect() {
    try {
      const settings = await desktop()?.changeSettings({ serverAddress: address.trim() })
      if (settings) onChange(settings)
    } catch {
      setError(t`Please enter an address that begins with https://`)
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void connect()
      }}
    >
      <TextField
        label={t`Another server`}
        type="url"
        placeholder="https://"
        spellCheck={false}
        value={address}
        error={error}
        onChange={({ target }) => {
          setError(undefined)
          setAddress(target.value)
        }}
      />
      {address.trim() !== '' && <Button type="submit" size="sm">{t`Connect`}</Button>}
    </form>
  )
}
