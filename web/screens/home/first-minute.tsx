import './first-minute.css'
import { t } from '@lingui/core/macro'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { User } from '#schema/account.ts'
import { useMember } from '../../hooks/member.tsx'
import { Button, IconButton } from '../../ui/button.tsx'

interface FirstMinuteProps {
  me: User
  /** Whether the member has not looked at their own card. */
  isCardNew: boolean
  hasDemoPartners: boolean
}

/** The steps before a member's first chat. The notice above them asks for the verification. */
export function FirstMinute({ me, isCardNew, hasDemoPartners }: FirstMinuteProps) {
  const { chat, panel, firstMinute } = useMember()

  function hide() {
    firstMinute.dismiss()
    // The focused button is gone.
    document.getElementById('idle-title')?.focus()
  }

  return (
    <section className="first-minute" aria-labelledby="first-minute-title">
      <div className="first-minute-head">
        <h2 className="label" id="first-minute-title">
          {me.emailVerified ? t`Before your first chat` : t`While you wait for the email`}
        </h2>
        <IconButton label={t`Hide these steps`} size="sm" onClick={hide}>
          <X className="icon" data-size="sm" aria-hidden="true" />
        </IconButton>
      </div>
      <ul>
        {me.emailVerified && <Step isDone title={t`Your email is verified`} />}
        <Step isDone={!isCardNew} title={t`See what a match sees of you`}>
          <Button size="sm" onClick={() => panel.setState('card')}>
            {t`Show my card`}
          </Button>
        </Step>
        {hasDemoPartners && (
          <Step
            title={t`Try a chat`}
            hint={t`If no one else is searching, a demo partner answers. It is a program.`}
          >
            {me.emailVerified && (
              <Button size="sm" onClick={() => void chat.findMatch()}>
                {t`Try it`}
              </Button>
            )}
          </Step>
        )}
      </ul>
    </section>
  )
}

interface StepProps {
  title: string
  hint?: string
  isDone?: boolean
  children?: ReactNode
}

const Step = ({ title, hint, isDone = false, children }: StepProps) => (
  <li data-done={isDone || undefined}>
    <span>
      <span>{title}</span>
      {isDone && <span className="sr-only">, {t({ message: 'done', comment: 'After a step' })}</span>}
      {hint && <span className="caption ink-2">{hint}</span>}
    </span>
    {children}
  </li>
)
