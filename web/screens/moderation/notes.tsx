import { useId, useState } from 'react'
import { LIMITS } from '#schema/limits.ts'
import { messageOf } from '../../data/failure.ts'
import { useServices, useStore } from '../../hooks/services.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
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
    <section className="notes" aria-label="Internal notes">
      <h3 className="notes-heading">
        Internal notes {notes.length > 0 && <span className="count">{notes.length}</span>}
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
        title: "We couldn't remove the note",
        description: messageOf(error, 'Please try again.'),
        variant: 'destructive',
      })
    }
  }

  return (
    <li>
      <p dir="auto">{note.text}</p>
      <p className="caption ink-3">
        {note.author ? <bdi>{note.author.displayName}</bdi> : 'Erased account'}, {momentOf(note.created)}
        {note.reportId && !here && ', on another report'}
      </p>
      {mayRemove && (
        <Button size="sm" variant="quiet" loading={isMutating} onClick={() => void remove()}>
          Remove note
        </Button>
      )}
    </li>
  )
}

function NoteForm({ userId, reportId, refetch }: Omit<NotesProps, 'notes'>) {
  const { mutate, isMutating } = useMutation(ADD_NOTE)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const id = useId()

  async function add() {
    if (text.trim() === '') return setError('Write the note first.')
    setError(undefined)
    try {
      await mutate({ userId, reportId, text: text.trim() })
      setText('')
      await refetch()
    } catch (cause) {
      setError(messageOf(cause, "We couldn't save the note. Please try again."))
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
        New note (only moderators can read it)
      </label>
      <textarea
        id={id}
        className="input"
        dir="auto"
        rows={2}
        maxLength={LIMITS.reportReason.max}
        value={text}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <Button type="submit" size="sm" loading={isMutating}>
        Add note
      </Button>
    </form>
  )
}
