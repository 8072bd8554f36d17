import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useServices } from '../../hooks/services.tsx'
import { Button } from '../../ui/button.tsx'

/** Copies a draft that cannot be sent any more. */
export function UnsentDraft({ text }: { text: string }) {
  const { toasts } = useServices()
  const [copied, setCopied] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toasts.show({
        title: 'The text was not copied',
        description: 'Your browser does not allow it. Select the text and copy it yourself.',
      })
    }
  }

  const Icon = copied ? Check : Copy
  return (
    <Button className="copy-draft" size="sm" variant="quiet" onClick={() => void copy()}>
      <Icon className="icon" data-size="sm" aria-hidden="true" />
      <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
    </Button>
  )
}
