import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { excessOf } from '#schema/graphemes.ts'
import { LIMITS } from '#schema/limits.ts'
import { DELETED_ACCOUNT } from '#schema/partner-name.ts'
import { isVisible } from '#schema/visible.ts'
import { messageOf } from '../../data/failure.ts'
import { useServices, useStore } from '../../hooks/services.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { shownName } from '../../i18n/shown-name.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { tooLongError } from '../../ui/too-long.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { useUnsentText } from '../shared/forms/use-unsent-text.ts'
import { momentOf } from './labels.ts'
import type { Note } from './operations.ts'
import { ADD_NOTE, REMOVE_NOTE } from './operations-team.ts'
import { useOwnId } from './own-case.tsx'

interface NotesProps {
  userId: string
  /** The report that new notes belong to; null for notes about the member in general. */
  reportId: string | null
  notes: readonly Note[]
  refetch(): Promise<void>
}

/** The moderators' notes about a member. The member never sees them. */
export function Notes({ userId, reportId, notes, refetch }: NotesProps) {
  const own = useOwnId() === userId
  if (own) return null
  return (
    <section className="notes" aria-label={t`Internal notes`}>
      <h3 className="notes-heading">
        {t`Internal notes`} {notes.length > 0 && <span className="count">{notes.length}</span>}
      </h3>
      {notes.length > 0 && (
        <ol className="note-list">
          {notes.map((note) => (
            <NoteItem key={note.id} note={note} here={note.reportId === reportId} refetch={refetch} />
          ))}
        </ol>
      )}
      <NoteForm userId={userId} reportId={reportId} refetch={refetch} />
    </section>
  )
}

interface NoteItemProps {
  note: Note
  /** Whether the note belongs to the open report. */
  here: boolean
  refetch(): Promise<void>
}

function NoteItem({ note, here, refetch }: NoteItemProps) {
  const { session, toasts } = useServices()
  const { user } = useStore(session)
  const { mutate, isMutating } = useMutation(REMOVE_NOTE)
  const mayRemove = user?.role === 'ADMIN' || (note.author !== null && note.author.id === user?.id)

  async function remove() {
    try {
      await mutate({ id: note.id })
      await refetch()
    } catch (error) {
      toasts.show({
        title: t`We couldn't remove the note`,
        description: messageOf(error, t`Please try again.`),
        variant: 'destructive',
      })
    }
  }

  return (
    <li>
      <p dir="auto">{note.text}</p>
      <p className="caption ink-3">
        <NoteSource note={note} isOfAnotherReport={note.reportId !== null && !here} />
      </p>
      {mayRemove && (
        <Button size="sm" variant="quiet" loading={isMutating} onClick={() => void remove()}>
          {t`Remove note`}
        </Button>
      )}
    </li>
  )
}

/** Who wrote a note, when, and whether it belongs to another report. */
function NoteSource({ note, isOfAnotherReport }: { note: Note; isOfAnotherReport: boolean }) {
  const time = momentOf(note.created)
  const name = shownName(note.author?.displayName ?? DELETED_ACCOUNT)
  if (isOfAnotherReport)
    return (
      <Trans comment="{name} wrote a note.">
        <bdi translate="no">{name}</bdi>, {time}, on another report
      </Trans>
    )
  return (
    <Trans>
      <bdi translate="no">{name}</bdi>, {time}
    </Trans>
  )
}

function NoteForm({ userId, reportId, refetch }: Omit<NotesProps, 'notes'>) {
  const { mutate, isMutating } = useMutation(ADD_NOTE)
  const [text, setText] = useUnsentText(`note ${reportId ?? userId}`)
  const [error, setError] = useState<string>()
  const id = useId()
  const excess = excessOf(text.trim(), LIMITS.reportReason.max)
  const problem = tooLongError(excess, LIMITS.reportReason.max) ?? error

  async function add() {
    if (excess > 0) return
    if (!isVisible(text)) return setError(t`Write the note first.`)
    setError(undefined)
    try {
      await mutate({ userId, reportId, text: text.trim() })
      setText('')
      await refetch()
    } catch (cause) {
      setError(messageOf(cause, t`We couldn't save the note. Please try again.`))
    }
  }

  return (
    <form
      className="note-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isMutating) void add()
      }}
    >
      <label className="label" htmlFor={id}>
        {t`New note (only moderators can read it)`}
      </label>
      <Unsaved when={isVisible(text)} />
      <textarea
        id={id}
        className="input"
        dir="auto"
        rows={2}
        value={text}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-error` : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <FieldError id={`${id}-error`}>{problem}</FieldError>
      <Button type="submit" size="sm" loading={isMutating}>
        {t`Add note`}
      </Button>
    </form>
  )
}
