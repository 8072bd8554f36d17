import { t } from '@lingui/core/macro'
import { Moon, Sun } from 'lucide-react'
import { useServices, useStore } from '../../hooks/services.tsx'
import { IconButton } from '../../ui/button.tsx'

/** Switches dark appearance in the console, which has no settings. */
export function ThemeSwitch() {
  const { theme } = useServices()
  const dark = useStore(theme) === 'dark'
  const Icon = dark ? Moon : Sun
  return (
    <IconButton label={t`Dark appearance`} role="switch" aria-checked={dark} onClick={() => theme.toggle()}>
      <Icon className="icon" aria-hidden="true" />
    </IconButton>
  )
}
