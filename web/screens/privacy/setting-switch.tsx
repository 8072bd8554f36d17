import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { Switch } from '../../ui/switch.tsx'
import { useFailureToast } from './use-failure-toast.ts'

interface SettingSwitchProps {
  label: string
  hint: string
  stored: boolean
  save(on: boolean): Promise<unknown>
}

/** A switch that saves each change. A change that fails is taken back and reported. */
export function SettingSwitch({ label, hint, stored, save }: SettingSwitchProps) {
  const showFailure = useFailureToast()
  const [saved, setSaved] = useState(stored)
  /** The value being saved, or null. */
  const [wanted, setWanted] = useState<boolean | null>(null)

  async function change(on: boolean) {
    if (wanted !== null) return
    setWanted(on)
    try {
      await save(on)
      setSaved(on)
    } catch (error) {
      showFailure(t`We couldn't change this setting`, error)
    }
    setWanted(null)
  }

  return (
    <Switch
      label={label}
      hint={hint}
      checked={wanted ?? saved}
      onChange={(event) => void change(event.target.checked)}
    />
  )
}
