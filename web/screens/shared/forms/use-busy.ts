import { t } from '@lingui/core/macro'
import { useServices, useStore } from '../../../hooks/services.tsx'

/** Returns what a form's button shows while the form is sent. */
export function useBusy(sending: boolean): boolean | string {
  const proving = useStore(useServices().proving)
  return sending && (!proving || t`Checking that you are human…`)
}
