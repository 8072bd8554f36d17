import { t } from '@lingui/core/macro'
import { Check, Copy } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useCopy } from './use-copy.ts'

/** A button that copies a draft after the chat has ended. */
export function UnsentDraft({ text }: { text: string }) {
  const { copied, copy } = useCopy(text)
  const Icon = copied ? Check : Copy
  return (
    <Button className="copy-draft" size="sm" variant="quiet" onClick={copy}>
      <Icon className="icon" data-size="sm" aria-hidden="true" />
      <span aria-live="polite">{copied ? t`Copied` : t`Copy`}</span>
    </Button>
  )
}
