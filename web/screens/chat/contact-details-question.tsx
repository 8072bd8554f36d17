import { t } from '@lingui/core/macro'
import { useId } from 'react'
import { PRODUCT } from '#schema/product.ts'
import type { ShownMessage } from '../../state/chat/messages.ts'
import { Button } from '../../ui/button.tsx'

const { name: product } = PRODUCT

interface ContactDetailsQuestionProps {
  partnerName: string
  message: ShownMessage
  onSend(): void
  onEdit(): void
}

/**
 * Asks before contact details are sent. It is not a dialog: that would take the focus from a member who is already
 * typing the next message.
 */
export function ContactDetailsQuestion({
  partnerName,
  message,
  onSend,
  onEdit,
}: ContactDetailsQuestionProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
    <div className="contact-question" role="group" aria-labelledby={id}>
      <div role="alert">
        <strong id={id}>{t`You are about to share contact details`}</strong>
        <p>
          {t`You and ${partnerName} have only just met. You can't take back what you share, and we can't protect you outside ${product}.`}
        </p>
      </div>
      <p className="quoted-message" dir="auto">
        {message.message}
      </p>
      <div className="actions">
        <Button size="sm" onClick={onEdit}>
          {t`Keep editing`}
        </Button>
        <Button size="sm" variant="primary" onClick={onSend}>
          {t`Send anyway`}
        </Button>
      </div>
    </div>
  )
}
