import { X } from 'lucide-react'
import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { FieldError } from './field.tsx'
import { isList, splitTags, withTags } from './split-tags.ts'

/** The list goes this long after leaving the field, so that a press on it still lands (spec §5). */
const HIDES_AFTER = 150

interface TagInputProps {
  label: string
  value: readonly string[]
  onChange(value: string[]): void
  /** What to offer for the words typed so far. */
  suggest(typed: string, chosen: readonly string[]): readonly string[]
  /** Whether the first suggestion is what the member is about to type: Enter takes it then. */
  completes(typed: string, suggestion: string): boolean
  /** Returns what two spellings of one tag share. */
  keyOf(tag: string): string
  max: number
  error?: string | undefined
}

interface Offer {
  tag: string
  /** What was typed, beside a suggestion that Enter would take instead. */
  typed?: boolean
}

/** Free words as tags: Enter adds, Backspace on nothing removes the last; a combobox with its listbox. */
export function TagInput(props: TagInputProps) {
  const { label, value, max, error } = props
  const id = useId()
  const tags = useTags(props)
  const { typed, active, offers } = tags

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
            <button
              type="button"
              aria-label={`Remove ${tag}`}
              onClick={(event) => {
                focusNeighbour(event)
                tags.remove(tag)
              }}
            >
              <X className="icon" data-size="sm" aria-hidden="true" />
            </button>
          </span>
        ))}
        <input
          ref={tags.input}
          id={id}
          role="combobox"
          aria-expanded={offers.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 && active < offers.length ? `${id}-${active}` : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          autoComplete="off"
          placeholder={value.length === 0 ? 'Type one and press Enter' : 'Add, Enter'}
          value={typed}
          onChange={tags.onChange}
          onPaste={tags.onPaste}
          onFocus={tags.onFocus}
          onBlur={tags.onBlur}
          onKeyDown={tags.onKeyDown}
        />
      </div>
      <div
        className="suggest"
        id={`${id}-list`}
        role="listbox"
        aria-label="Suggestions"
        // Its place is kept: what moves under a press that has begun would be missed.
        data-closed={offers.length === 0 || undefined}
      >
        {offers.map((offer, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above takes the keys of its list
          // biome-ignore lint/a11y/useFocusableInteractive: a listbox's options are reached by the arrows of its combobox
          <div
            key={`${offer.typed} ${offer.tag}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className="tag"
            data-suggest
            data-size="sm"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              tags.add([offer.tag])
              tags.input.current?.focus()
            }}
          >
            {offer.typed ? `Add “${offer.tag}”` : offer.tag}
          </div>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <span className="sr-only" role="status">
        {tags.said}
      </span>
    </div>
  )
}

/** Moves the focus to what is left beside a tag that goes away: the next tag, the one before it, or the input. */
function focusNeighbour({ currentTarget }: MouseEvent<HTMLButtonElement>) {
  const tag = currentTarget.parentElement
  const beside = [tag?.nextElementSibling, tag?.previousElementSibling]
  const button = beside.map((one) => one?.querySelector('button')).find((found) => found)
  const input = currentTarget.closest('.tag-input')?.querySelector('input')
  ;(button ?? input)?.focus()
}

function useTags({ value, onChange, suggest, completes, keyOf }: TagInputProps) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [said, setSaid] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const hiding = useRef<ReturnType<typeof setTimeout> | null>(null)
  const offersFor = (text: string): readonly Offer[] => {
    const found = suggest(text, value).map((tag) => ({ tag }))
    const isCompleted = found[0] && completes(text, found[0].tag)
    return isCompleted ? [...found, { tag: text.trim(), typed: true }] : found
  }
  const offers = open ? offersFor(typed) : []

  function write(text: string) {
    setTyped(text)
    setActive(offersFor(text).some((offer) => offer.typed) ? 0 : -1)
  }

  function add(words: readonly string[], rest = '') {
    write(rest)
    const all = withTags(value, words, keyOf)
    const added = all.slice(value.length)
    const repeated = words.length > 0 && added.length === 0
    setSaid(repeated ? `${words.join(', ')}: added before` : added.map((tag) => `${tag} added`).join(', '))
    if (added.length > 0) onChange(all)
  }

  function remove(tag: string) {
    onChange(value.filter((one) => one !== tag))
    setSaid(`${tag} removed`)
  }

  useEffect(() => () => void (hiding.current && clearTimeout(hiding.current)), [])

  // What is still in the input when the form is sent counts. The form's own listener runs before React's.
  useEffect(() => {
    const form = input.current?.form
    const take = () => typed.trim() && add(splitTags(typed))
    form?.addEventListener('submit', take)
    return () => form?.removeEventListener('submit', take)
  })

  return {
    typed,
    active,
    offers,
    said,
    input,
    add,
    remove,
    onFocus() {
      if (hiding.current) clearTimeout(hiding.current)
      setOpen(true)
    },
    onBlur() {
      hiding.current = setTimeout(() => setOpen(false), HIDES_AFTER)
    },
    /** A comma may arrive without its key: from an on-screen keyboard, or dropped with a text. */
    onChange({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
      setOpen(true)
      const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing
      if (isComposing || !isList(target.value)) return write(target.value)
      const words = splitTags(target.value)
      const rest = isList(target.value.trimEnd().slice(-1)) ? '' : (words.pop() ?? '')
      add(words, rest)
    },
    onPaste(event: ClipboardEvent<HTMLInputElement>) {
      const pasted = event.clipboardData.getData('text')
      if (!isList(pasted)) return
      event.preventDefault()
      const { selectionStart, selectionEnd } = event.currentTarget
      const [start, end] = [selectionStart ?? typed.length, selectionEnd ?? typed.length]
      add(splitTags(typed.slice(0, start) + pasted + typed.slice(end)))
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.nativeEvent.isComposing) return
      const last = value[value.length - 1]
      if (event.key === 'Enter') {
        event.preventDefault()
        add(splitTags(offers[active]?.tag ?? typed))
      } else if (event.key === ',' && typed.trim() !== '') {
        event.preventDefault()
        add(splitTags(typed))
      } else if (event.key === 'Backspace' && typed === '' && last) remove(last)
      else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        const step = event.key === 'ArrowDown' ? 1 : -1
        setOpen(true)
        const from = active < 0 && step < 0 ? 0 : active
        setActive(offers.length === 0 ? -1 : (from + step + offers.length) % offers.length)
      } else if (event.key === 'Escape') {
        setOpen(false)
        setActive(-1)
      }
    },
  }
}
