import { t } from '@lingui/core/macro'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useServices } from '../../hooks/services.tsx'
import { Button } from '../../ui/button.tsx'

/** A button that copies a draft after the chat has ended. */
export function UnsentDraft({ text }: { text: string }) {
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

  const Icon = copied ? Check : Copy
  return (
    <Button className="copy-draft" size="sm" variant="quiet" onClick={() => void copy()}>
      <Icon className="icon" data-size="sm" aria-hidden="true" />
      <span aria-live="polite">{copied ? t`Copied` : t`Copy`}</span>
    </Button>
  )
}
