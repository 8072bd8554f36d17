import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useServices } from '../../hooks/services.tsx'

/** Returns a function that copies a text, and whether it has. Shows a failure in a toast. */
export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const { toasts } = useServices()
  const [copied, setCopied] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toasts.show({
        title: t`We couldn't copy the text`,
        description: t`Your browser does not allow it. Select the text and copy it yourself.`,
      })
    }
  }

  return { copied, copy: () => void copy() }
}
