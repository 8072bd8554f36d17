import { t } from '@lingui/core/macro'
import { type KeyboardEvent, useId, useState } from 'react'
import { excessOf } from '#schema/graphemes.ts'
import type { Kept } from '#schema/kept.ts'
import { LIMITS } from '#schema/limits.ts'
import { shownName } from '../../i18n/shown-name.ts'
import { isComposing } from '../../ui/keys.ts'
import { TooLong } from '../../ui/too-long.tsx'
import type { UpdateKept } from './use-update-kept.ts'

interface KeptNoteProps {
  kept: Kept
  /** The id of the element with the member's name. */
  nameId: string
  update: UpdateKept
  isEditing: boolean
  onEdit(isEditing: boolean): void
}

/** The private note about a kept member. It is edited in its place. */
export function KeptNote({ kept, nameId, update, isEditing, onEdit }: KeptNoteProps) {
  if (isEditing) return <NoteField kept={kept} update={update} onDone={() => onEdit(false)} />
  return (
    <button
      type="button"
      className="kept-note"
      data-empty={kept.note === null || undefined}
      aria-describedby={nameId}
      onClick={() => onEdit(true)}
    >
      {kept.note === null ? (
        t`Add a private note`
      ) : (
        <>
          <span className="sr-only">{t`Your private note:`} </span>
          <span dir="auto">{kept.note}</span>
        </>
      )}
    </button>
  )
}

/** Saves when it loses the focus, and on Enter. Escape discards what was entered. */
function NoteField({ kept, update, onDone }: { kept: Kept; update: UpdateKept; onDone(): void }) {
  const id = useId()
  const [text, setText] = useState(kept.note ?? '')
  const [isSaving, setSaving] = useState(false)
  const { max } = LIMITS.keptNote
  const excess = excessOf(text.trim(), max)

  async function save() {
    if (isSaving || excess > 0) return
    const note = text.trim() || null
    if (note === kept.note) return onDone()
    setSaving(true)
    const isSaved = await update({ note })
    setSaving(false)
    // Otherwise the field keeps the text.
    if (isSaved) onDone()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      void save()
    }
    if (event.key === 'Escape') onDone()
  }

  return (
    <div className="kept-field" data-edits-in-place>
      <textarea
        className="input"
        rows={2}
        // The member pressed the note to write here.
        // biome-ignore lint/a11y/noAutofocus: the field takes the place of the focused button
        autoFocus
        dir="auto"
        aria-label={t`A private note about ${{ name: shownName(kept.displayName) }}`}
        aria-invalid={excess > 0 || undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        aria-busy={isSaving || undefined}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => void save()}
        onKeyDown={onKeyDown}
      />
      <p className="caption ink-2" id={`${id}-hint`}>{t`Only you see this.`}</p>
      <TooLong id={`${id}-error`} excess={excess} max={max} />
    </div>
  )
}
