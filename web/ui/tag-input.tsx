import { t } from '@lingui/core/macro'
import { X } from 'lucide-react'
import { type MouseEvent, useEffect, useId } from 'react'
import { FieldError } from './field.tsx'
import { type TagListProps, useTags } from './use-tags.ts'

interface TagInputProps extends TagListProps {
  label: string
  max: number
  /** A hint below the field. */
  hint?: string
  /** Returns why a text that is not accepted cannot be added. */
  refusal?(typed: string): string
  error?: string | undefined
}

/** A combobox for free tags. Enter adds a tag, Backspace in the empty input removes the last one. */
export function TagInput(props: TagInputProps) {
  const { label, value, max, hint, nameOf = (tag: string) => tag } = props
  const id = useId()
  const tags = useTags(props)
  const { typed, active, offers } = tags
  const error = props.error ?? (tags.refused ? props.refusal?.(tags.refused) : undefined)

  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [id, active])

  return (
    <div className="field">
      <span className="label">
        <label htmlFor={id}>{label}</label>
        <span className="optional num">{t`${{ count: value.length }} of ${max}`}</span>
      </span>
      <div className="tag-combo">
        <div className="tag-input" aria-invalid={error ? true : undefined}>
          {value.map((tag) => (
            <ChosenTag key={tag} tag={nameOf(tag)} onRemove={() => tags.remove(tag)} />
          ))}
          <input
            ref={tags.input}
            id={id}
            role="combobox"
            dir="auto"
            aria-expanded={offers.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={active >= 0 && active < offers.length ? `${id}-${active}` : undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={
              [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
            }
            autoComplete="off"
            enterKeyHint="enter"
            placeholder={value.length === 0 ? t`Type one and press Enter` : t`Add another`}
            value={typed}
            onChange={tags.onChange}
            onPaste={tags.onPaste}
            // An error moves the focus here. The list would cover the errors below, so it waits for a press or a key.
            onFocus={error ? undefined : tags.onFocus}
            onClick={tags.onFocus}
            onBlur={tags.onBlur}
            onKeyDown={tags.onKeyDown}
          />
        </div>
        <div
          className="suggest menu"
          id={`${id}-list`}
          role="listbox"
          aria-label={t`Suggestions`}
          // Chromium would let Tab stop at a list that scrolls.
          tabIndex={-1}
          data-closed={offers.length === 0 || undefined}
        >
          {offers.map((offer, index) => (
            <Suggestion
              key={`${offer.typed} ${offer.tag}`}
              id={`${id}-${index}`}
              name={offer.typed ? t`Add “${{ tag: offer.tag }}”` : nameOf(offer.tag)}
              active={index === active}
              onChoose={() => {
                tags.add([offer.tag])
                tags.input.current?.focus()
              }}
            />
          ))}
        </div>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <span className="sr-only" role="status">
        {tags.announcement}
      </span>
    </div>
  )
}

interface SuggestionProps {
  id: string
  name: string
  active: boolean
  onChoose(): void
}

const Suggestion = ({ id, name, active, onChoose }: SuggestionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox takes the keys of its list
  // biome-ignore lint/a11y/useFocusableInteractive: a listbox's options are reached by the arrows of its combobox
  <div
    id={id}
    role="option"
    aria-selected={active}
    className="menu-item"
    dir="auto"
    onMouseDown={(event) => event.preventDefault()}
    onClick={onChoose}
  >
    {name}
  </div>
)

const ChosenTag = ({ tag, onRemove }: { tag: string; onRemove(): void }) => (
  <span className="tag" data-size="sm">
    <bdi>{tag}</bdi>
    <button
      type="button"
      aria-label={t`Remove ${tag}`}
      onClick={(event) => {
        focusNeighbour(event)
        onRemove()
      }}
    >
      <X className="icon" data-size="sm" aria-hidden="true" />
    </button>
  </span>
)

/** Moves the focus from a removed tag to the next tag, the previous one, or the input. */
function focusNeighbour({ currentTarget }: MouseEvent<HTMLButtonElement>) {
  const tag = currentTarget.parentElement
  const beside = [tag?.nextElementSibling, tag?.previousElementSibling]
  const button = beside.map((one) => one?.querySelector('button')).find((found) => found)
  const input = currentTarget.closest('.tag-input')?.querySelector('input')
  ;(button ?? input)?.focus()
}
