import { t } from '@lingui/core/macro'
import { Check, Copy, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { PRODUCT } from '#schema/product.ts'
import { useServices } from '../../../hooks/services.tsx'
import { Button } from '../../../ui/button.tsx'

interface RecoveryCodesProps {
  codes: readonly string[]
  onSaved(): void
}

/** Shows the recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const { toasts } = useServices()
  const [copied, setCopied] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const text = `${codes.join('\n')}\n`

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toasts.show({
        title: t`The codes were not copied`,
        description: t`Your browser does not allow it. Download them, or write them down.`,
      })
    }
  }

  const CopyIcon = copied ? Check : Copy
  return (
    <div className="factor-step">
      <h3 className="subhead" ref={title} tabIndex={-1}>
        {t`Save your recovery codes`}
      </h3>
      <p className="ink-2">
        {t`If you lose your phone, one of these codes logs you in instead. Each works once. Keep them somewhere safe that is not your phone: you won't see them again.`}
      </p>
      <ul className="factor-codes num" aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ul>
      <div className="factor-actions">
        <Button size="sm" onClick={() => void copy()}>
          <CopyIcon className="icon" data-size="sm" aria-hidden="true" />
          <span aria-live="polite">{copied ? t`Copied` : t`Copy`}</span>
        </Button>
        <Button size="sm" onClick={() => download(text)}>
          <Download className="icon" data-size="sm" aria-hidden="true" />
          {t`Download`}
        </Button>
      </div>
      <Button variant="primary" onClick={onSaved}>
        {t`I have saved them`}
      </Button>
    </div>
  )
}

function download(text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${PRODUCT.name.toLowerCase()}-recovery-codes.txt`
  link.click()
  // The browser reads it after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
