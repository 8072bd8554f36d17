import { t } from '@lingui/core/macro'
import { useId, useState } from 'react'
import type { User } from '#schema/account.ts'
import { POLICY } from '#schema/policy.ts'
import { PRODUCT } from '#schema/product.ts'
import { isVisible } from '#schema/visible.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { CopyEmail } from '../shared/documents/copy-email.tsx'
import { premiumAnswerTimes } from '../shared/documents/premium-answer-times.ts'

const { name: product } = PRODUCT

/** Marks the subject for the mailbox of support, so it is not translated. */
const PREMIUM_MARK = '[Premium] '

function answerTimes() {
  const { general, technical, urgent } = POLICY.answerHours
  const { from, to } = general
  const { from: technicalFrom, to: technicalTo } = technical
  const { from: urgentFrom, to: urgentTo } = urgent
  return t`We answer within ${from} to ${to} hours. Technical problems take ${technicalFrom} to ${technicalTo} hours, and urgent ones ${urgentFrom} to ${urgentTo}.`
}

/** Opens a draft in the member's mail program, where they keep a copy. */
export function SupportDialog({ me, onClose }: { me: User; onClose(): void }) {
  const id = useId()
  const [subject, setSubject] = useState('')
  const [message, setMessage] = useState('')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={me.premiumUser ? t`Premium support` : t`Email support`}
      description={me.premiumUser ? premiumAnswerTimes() : answerTimes()}
    >
      <Unsaved when={isVisible(subject + message)} />
      <TextField label={t`Subject`} value={subject} onChange={(event) => setSubject(event.target.value)} />
      <div className="field">
        <label className="label" htmlFor={id}>
          {t`Message`}
        </label>
        <textarea
          id={id}
          dir="auto"
          className="input"
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      </div>
      <p className="support-address">
        <span className="ink-2" translate="no">
          {PRODUCT.supportEmail}
        </span>
        <CopyEmail />
      </p>
      <div className="actions">
        <button type="button" className="button" data-variant="secondary" onClick={onClose}>
          {t`Cancel`}
        </button>
        <a
          className="button"
          data-variant="primary"
          href={draftOf(me, { subject, message })}
          onClick={onClose}
        >
          {t`Open in mail app`}
        </a>
      </div>
    </Dialog>
  )
}

/** Returns the link to a draft that tells support who writes and with which plan. */
function draftOf(me: User, { subject, message }: { subject: string; message: string }): string {
  const plan = me.premiumUser ? t`Premium` : t({ message: 'Free', comment: 'membership without Premium' })
  const fields = {
    subject: `${me.premiumUser ? PREMIUM_MARK : ''}${subject || t`${product} support`}`,
    body: `${message}\n\n${t`Account: ${{ account: me.userName }}`}\n${t`Plan: ${plan}`}`,
  }
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `mailto:${PRODUCT.supportEmail}?${query.join('&')}`
}
