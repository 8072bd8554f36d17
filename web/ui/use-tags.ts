import { t } from '@lingui/core/macro'
import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isComposing } from './keys.ts'
import { listText } from './list-text.ts'
import { isList, splitTags, withTags } from './split-tags.ts'

/** Milliseconds before the list hides after blur, which lets a press on it arrive (spec §5). */
const HIDE_DELAY = 150

export interface TagListProps {
  value: readonly string[]
  onChange(value: string[]): void
  /** Returns the suggestions for the typed text. */
  suggest(typed: string, chosen: readonly string[]): readonly string[]
  /** Returns whether Enter takes the first suggestion in place of the typed text. */
  completes?(typed: string, suggestion: string): boolean
  /** Maps different spellings of a tag to one key. Without it, each text is a tag of its own. */
  keyOf?(tag: string): string
  /** Returns the tag that a typed text stands for: in a closed list, nothing for an unknown text. */
  tagOf?(typed: string): string | undefined
  /** Only suggested tags can be added. */
  isClosed?: boolean
  /** Returns a tag as the page shows it. */
  nameOf?(tag: string): string
}

interface Offer {
  tag: string
  /** The typed text, offered as an option beside the suggestion that Enter would take. */
  typed?: boolean
}

const unchanged = (tag: string) => tag

/** The state of a tag input: the typed text, the suggestions, and functions that add and remove tags. */
export function useTags({
  value,
  onChange,
  suggest,
  completes = () => false,
  keyOf = unchanged,
  tagOf = unchanged,
  isClosed = false,
  nameOf = unchanged,
}: TagListProps) {
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(-1)
  const [announcement, setAnnouncement] = useState('')
  const [refused, setRefused] = useState('')
  const { open, setOpen, ...opening } = useOpening()

  function offersFor(text: string): readonly Offer[] {
    const [first, ...rest] = suggest(text, value).map((tag) => ({ tag }))
    if (!first) return []
    return completes(text, first.tag) ? [first, { tag: text.trim(), typed: true }, ...rest] : [first, ...rest]
  }
  const offers = open ? offersFor(typed) : []

  function write(text: string) {
    setTyped(text)
    setRefused('')
    const found = offersFor(text)
    const isFirstMeant = isClosed
      ? text.trim() !== '' && found.length > 0
      : found.some((offer) => offer.typed)
    setActive(isFirstMeant ? 0 : -1)
  }

  function add(words: readonly string[], rest = '') {
    const known = words.flatMap((word) => tagOf(word) ?? [])
    const unknown = words.find((word) => tagOf(word) === undefined) ?? ''
    write(unknown || rest)
    setRefused(unknown)
    const all = withTags(value, known, keyOf)
    const added = all.slice(value.length)
    const isRepeated = known.length > 0 && added.length === 0
    setAnnouncement(
      isRepeated
        ? t`${{ tags: listText(words) }}: already added`
        : listText(added.map((tag) => t`${{ tag: nameOf(tag) }} added`)),
    )
    if (added.length > 0) onChange(all)
  }

  function remove(tag: string) {
    onChange(value.filter((one) => one !== tag))
    setAnnouncement(t`${{ tag: nameOf(tag) }} removed`)
  }

  function step(by: 1 | -1) {
    setOpen(true)
    const from = active < 0 && by < 0 ? 0 : active
    setActive(offers.length === 0 ? -1 : (from + by + offers.length) % offers.length)
  }

  const input = useBeforeSubmit(() => typed.trim() && add(splitTags(typed)))

  return {
    typed,
    active,
    offers,
    announcement,
    refused,
    input,
    add,
    remove,
    ...opening,
    /** Handles commas in the input event, because on-screen keyboards and dropped text send no key event. */
    onChange({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
      setOpen(true)
      const isUnfinished = nativeEvent instanceof InputEvent && nativeEvent.isComposing
      if (isUnfinished || !isList(target.value)) return write(target.value)
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
      if (isComposing(event.nativeEvent)) return
      const last = value[value.length - 1]
      const acts: Record<string, (() => void) | undefined> = {
        // The list gives the fields below it free until something is typed.
        Enter: () => {
          add(splitTags(offers[active]?.tag ?? typed))
          setOpen(false)
        },
        ',': typed.trim() ? () => add(splitTags(typed)) : undefined,
        ArrowDown: () => step(1),
        ArrowUp: () => step(-1),
      }
      const act = acts[event.key]
      if (act) {
        event.preventDefault()
        act()
      } else if (event.key === 'Backspace' && typed === '' && last) remove(last)
      else if (event.key === 'Escape') {
        setOpen(false)
        setActive(-1)
      }
    },
  }
}

/** Returns whether the list is visible: from the focus until a moment after blur. */
function useOpening() {
  const [open, setOpen] = useState(false)
  const hiding = useRef<ReturnType<typeof setTimeout> | null>(null)
  const cancelHide = () => void (hiding.current && clearTimeout(hiding.current))
  useEffect(() => cancelHide, [])
  return {
    open,
    setOpen,
    onFocus() {
      cancelHide()
      setOpen(true)
    },
    onBlur() {
      hiding.current = setTimeout(() => setOpen(false), HIDE_DELAY)
    },
  }
}

/** Returns a ref for an input. Calls `take` before the input's form submits: native listeners run before React's. */
function useBeforeSubmit(take: () => void) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const form = input.current?.form
    form?.addEventListener('submit', take)
    return () => form?.removeEventListener('submit', take)
  })
  return input
}
