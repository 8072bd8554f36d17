import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { FieldError } from './field.tsx'

/** The list goes this long after leaving the field, so that a press on it still lands (spec §5). */
const HIDES_AFTER = 150

interface TagInputProps {
  label: string
  value: readonly string[]
  onChange(value: string[]): void
  /** What to offer for the words typed so far. */
  suggest(typed: string, chosen: readonly string[]): readonly string[]
  max: number
  error?: string | undefined
}

/** Free words as tags: Enter adds, Backspace on nothing removes the last; a combobox with its listbox. */
export function TagInput({ label, value, onChange, suggest, max, error }: TagInputProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [said, setSaid] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const hiding = useRef<ReturnType<typeof setTimeout> | null>(null)
  const offered = open ? suggest(typed, value) : []

  useEffect(() => () => void (hiding.current && clearTimeout(hiding.current)), [])

  function add(word: string) {
    const tag = word.trim().replaceAll(',', '')
    setTyped('')
    setActive(-1)
    if (tag === '' || value.some((one) => one.toLocaleLowerCase() === tag.toLocaleLowerCase())) return
    onChange([...value, tag])
    setSaid(`${tag} added`)
  }

  function remove(tag: string) {
    onChange(value.filter((one) => one !== tag))
    setSaid(`${tag} removed`)
  }

  function onKeyDown(event: KeyboardEvent) {
    const last = value[value.length - 1]
    if (event.key === 'Enter' || (event.key === ',' && typed.trim() !== '')) {
      event.preventDefault()
      add(offered[active] ?? typed)
    } else if (event.key === 'Backspace' && typed === '' && last) remove(last)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setOpen(true)
      setActive((now) => (offered.length === 0 ? -1 : (now + step + offered.length) % offered.length))
    } else if (event.key === 'Escape') {
      setOpen(false)
      setActive(-1)
    }
  }

  return (
    <div className="field">
      <span className="label">
        <label htmlFor={id}>{label}</label>
        <span className="optional num">
          {value.length} of {max}
        </span>
      </span>
      <div className="tag-input" aria-invalid={error ? true : undefined}>
        {value.map((tag) => (
          <span className="tag" data-size="sm" key={tag}>
            {tag}
            <button type="button" aria-label={`Remove ${tag}`} onClick={() => remove(tag)}>
              <X className="icon" data-size="sm" aria-hidden="true" />
            </button>
          </span>
        ))}
        <input
          ref={input}
          id={id}
          role="combobox"
          aria-expanded={offered.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          autoComplete="off"
          placeholder={value.length === 0 ? 'Type one and press Enter' : 'Add, Enter'}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setOpen(true)
            setActive(-1)
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => {
            hiding.current = setTimeout(() => setOpen(false), HIDES_AFTER)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        className="suggest"
        id={`${id}-list`}
        role="listbox"
        aria-label="Suggestions"
        // Its place is kept: what moves under a press that has begun would be missed.
        data-closed={offered.length === 0 || undefined}
      >
        {offered.map((word, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above takes the keys of its list
          // biome-ignore lint/a11y/useFocusableInteractive: a listbox's options are reached by the arrows of its combobox
          <div
            key={word}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className="tag"
            data-suggest
            data-size="sm"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              add(word)
              input.current?.focus()
            }}
          >
            {word}
          </div>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <span className="sr-only" role="status">
        {said}
      </span>
    </div>
  )
}
