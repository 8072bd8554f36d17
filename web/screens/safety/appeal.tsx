import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { excessOf } from '#schema/graphemes.ts'
import { LIMITS } from '#schema/limits.ts'
import { isVisible } from '#schema/visible.ts'
import { isSessionOver, messageOf } from '../../data/failure.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { tooLongError } from '../../ui/too-long.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { useUnsentText } from '../shared/forms/use-unsent-text.ts'
import { APPEAL, type Warning } from './operations.ts'

interface AppealProps {
  warning: Warning
  /** Reloads the decisions. */
  onChanged(): Promise<void>
  /** Focuses the form, because the button that opened it is gone. */
  takesFocus?: boolean
}

/** Returns the name of the unsent text of an appeal. */
export const appealName = (actionId: string) => `appeal ${actionId}`

/** The appeal against one decision: the form, then the waiting state, then the answer. */
export function Appeal({ warning, onChanged, takesFocus = false }: AppealProps) {
  const { appeal } = warning
  const outcome = useRef<HTMLDivElement>(null)
  const [sent, setSent] = useState(false)

  // The form is gone with its focused button, so focus the outcome.
  useEffect(() => {
    if (sent && appeal) outcome.current?.focus()
  }, [sent, appeal])

  if (!appeal)
    return (
      <AppealForm
        actionId={warning.actionId}
        takesFocus={takesFocus}
        onSent={async () => {
          setSent(true)
          await onChanged()
        }}
        onRefused={onChanged}
      />
    )
  return (
    <div className="appeal-outcome" ref={outcome} tabIndex={-1}>
      <p className="body">{i18n._(OUTCOMES[appeal.status])}</p>
      <figure>
        <figcaption className="caption ink-3">{t`What you wrote`}</figcaption>
        <blockquote dir="auto">{appeal.text}</blockquote>
      </figure>
      {appeal.answer && (
        <figure>
          <figcaption className="caption ink-3">{t`Our answer`}</figcaption>
          <blockquote dir="auto">{appeal.answer}</blockquote>
        </figure>
      )}
    </div>
  )
}

const OUTCOMES = {
  OPEN: msg`A moderator will read your appeal. You'll find the answer here.`,
  UPHELD: msg`We read your appeal, and the decision stays.`,
  REVERSED: msg`We read your appeal and reversed the decision.`,
} as const

interface AppealFormProps {
  actionId: string
  takesFocus: boolean
  onSent(): Promise<void>
  /** The decision may have changed on the server. */
  onRefused(): Promise<void>
}

function AppealForm({ actionId, takesFocus, onSent, onRefused }: AppealFormProps) {
  const { mutate, isMutating } = useMutation(APPEAL)
  const id = useId()
  const [text, setText] = useUnsentText(appealName(actionId))
  const [error, setError] = useState<string>()
  const input = useRef<HTMLTextAreaElement>(null)
  const tooLong = tooLongError(excessOf(text.trim(), LIMITS.reportReason.max), LIMITS.reportReason.max)

  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isMutating || !isVisible(text) || tooLong) return
    setError(undefined)
    try {
      await mutate({ actionId, text: text.trim() })
    } catch (failure) {
      if (!isSessionOver(failure))
        setError(messageOf(failure, t`We couldn't send your appeal. Please try again.`))
      await onRefused()
      return
    }
    setText('')
    await onSent()
  }

  return (
    <form className="appeal" onSubmit={(event) => void send(event)}>
      <div className="field">
        <label className="label" htmlFor={id}>{t`What did we get wrong?`}</label>
        <Unsaved when={isVisible(text)} />
        <textarea
          id={id}
          ref={input}
          className="input"
          dir="auto"
          aria-describedby={`${id}-hint ${id}-error`}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <p className="hint" id={`${id}-hint`}>
          {t`You can appeal once. A moderator who didn't make the decision reads it, if there is one.`}
        </p>
        <FieldError id={`${id}-error`}>{tooLong ?? error}</FieldError>
      </div>
      <Button
        type="submit"
        variant="primary"
        disabled={!isVisible(text) || Boolean(tooLong)}
        loading={isMutating}
      >
        {t`Send appeal`}
      </Button>
    </form>
  )
}
