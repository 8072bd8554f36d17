import { useId, useState } from 'react'
import type { User } from '#schema/account.ts'
import { POLICY } from '#schema/policy.ts'
import { PRODUCT } from '#schema/product.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { CopyEmail } from '../documents/copy-email.tsx'
import { rangeOf } from '../facts-for-texts.ts'

const { general, technical, urgent } = POLICY.answerHours

/** Opens a draft in the member's mail program, where they keep a copy. */
export function SupportDialog({ me, onClose }: { me: User; onClose(): void }) {
  const id = useId()
  const [subject, setSubject] = useState('')
  const [message, setMessage] = useState('')
  const body = `${message}\n\nAccount: ${me.userName}`
  const query = Object.entries({ subject: subject || `${PRODUCT.name} support`, body })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Email support"
      description={`We answer within ${rangeOf(general)} hours. Technical problems take ${rangeOf(technical)} hours, and urgent ones ${rangeOf(urgent)}.`}
    >
      <TextField label="Subject" value={subject} onChange={(event) => setSubject(event.target.value)} />
      <div className="field">
        <label className="label" htmlFor={id}>
          Message
        </label>
        <textarea
          id={id}
          className="input"
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      </div>
      <p className="support-address">
        <span className="ink-2">{PRODUCT.supportEmail}</span>
        <CopyEmail />
      </p>
      <div className="actions">
        <button type="button" className="button" data-variant="secondary" onClick={onClose}>
          Cancel
        </button>
        <a
          className="button"
          data-variant="primary"
          href={`mailto:${PRODUCT.supportEmail}?${query}`}
          onClick={onClose}
        >
          Open in mail app
        </a>
      </div>
    </Dialog>
  )
}
