import { t } from '@lingui/core/macro'
import { useServices, useStore } from '../../hooks/services.tsx'
import { askToInstall } from '../../state/install/ask-to-install.ts'
import { installWay } from '../../state/install/install-way.ts'

/** Returns how the app can be installed here, and how to let the browser ask. `ask` resolves to whether the member agreed. */
export function useInstall() {
  const { installEvent, toasts } = useServices()
  const way = installWay(window, useStore(installEvent))

  async function ask() {
    const hasAgreed = await askToInstall(installEvent)
    if (hasAgreed === null)
      toasts.show({
        title: t`Your browser didn't ask`,
        description: t`You may find Install in its menu.`,
        variant: 'destructive',
      })
    return hasAgreed === true
  }

  return { way, ask }
}
