import { t } from '@lingui/core/macro'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { PRODUCT } from '#schema/product.ts'
import { useServices } from '../../../hooks/services.tsx'
import { Button } from '../../../ui/button.tsx'

const { supportEmail } = PRODUCT
const COPIED_SHOWN_FOR = 2000

export function CopyEmail() {
  const { toasts } = useServices()
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(supportEmail)
      setCopied(true)
    } catch {
      toasts.show({
        title: t`We could not copy the address`,
        description: t`Your browser does not allow it. Please copy it yourself: ${supportEmail}`,
      })
    }
  }

  const Icon = copied ? Check : Copy
  return (
    <Button size="sm" onClick={() => void copy()}>
      <Icon className="icon" data-size="sm" aria-hidden="true" />
      <span aria-live="polite">{copied ? t`Copied` : t`Copy email address`}</span>
    </Button>
  )
}
