import { useServices, useStore } from '../../hooks/services.tsx'

/** What a form's button is busy with while the form is sent. */
export function useBusy(sending: boolean): boolean | string {
  const proving = useStore(useServices().proving)
  return sending && (!proving || 'Checking that you are human…')
}
