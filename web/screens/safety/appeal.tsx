import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { LIMITS } from '#schema/limits.ts'
import { isSessionOver, messageOf } from '../../data/failure.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { tooLongError } from '../../ui/too-long.tsx'
import { APPEAL, type Warning } from './operations.ts'

interface AppealProps {
  warning: Warning
  /** Reads the standing anew. */
  onChanged(): Promise<void>
  /** The form was asked for by a button that is gone with it. */
  takesFocus?: boolean
}

/** Against one decision, once: the form, then that it waits, then what came of it. */
export function Appeal({ warning, onChanged, takesFocus = false }: AppealProps) {
  const { appeal } = warning
  const outcome = useRef<HTMLDivElement>(null)
  const [sent, setSent] = useState(false)

  // The button that had the focus is gone with the form.
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
      <p className="body">{OUTCOMES[appeal.status]}</p>
      <figure>
        <figcaption className="caption ink-3">You wrote</figcaption>
        <blockquote dir="auto">{appeal.text}</blockquote>
      </figure>
      {appeal.answer && (
        <figure>
          <figcaption className="caption ink-3">The answer</figcaption>
          <blockquote dir="auto">{appeal.answer}</blockquote>
        </figure>
      )}
    </div>
  )
}

const OUTCOMES = {
  OPEN: 'Your appeal is waiting to be read. The answer will stand here.',
  UPHELD: 'Your appeal was read, and the decision stands.',
  REVERSED: 'Your appeal was read, and the decision was taken back.',
} as const

interface AppealFormProps {
  actionId: string
  takesFocus: boolean
  onSent(): Promise<void>
  /** What is shown may no longer be how it is. */
  onRefused(): Promise<void>
}

function AppealForm({ actionId, takesFocus, onSent, onRefused }: AppealFormProps) {
  const { mutate, isMutating } = useMutation(APPEAL)
  const id = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const input = useRef<HTMLTextAreaElement>(null)
  const tooLong = tooLongError(text, LIMITS.reportReason.max)

  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isMutating || text.trim() === '' || tooLong) return
    setError(undefined)
    try {
      await mutate({ actionId, text: text.trim() })
    } catch (failure) {
      if (!isSessionOver(failure)) setError(messageOf(failure, 'It was not sent. Please try again.'))
      await onRefused()
      return
    }
    await onSent()
  }

  return (
    <form className="appeal" onSubmit={(event) => void send(event)}>
      <div className="field">
        <label className="label" htmlFor={id}>
          What did we get wrong?
        </label>
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
          You can appeal once. It is read by somebody who did not take the decision, where there is such a
          person.
        </p>
        <FieldError id={`${id}-error`}>{tooLong ?? error}</FieldError>
      </div>
      <Button
        type="submit"
        variant="primary"
        disabled={text.trim() === '' || Boolean(tooLong)}
        loading={isMutating}
      >
        Send appeal
      </Button>
    </form>
  )
}
