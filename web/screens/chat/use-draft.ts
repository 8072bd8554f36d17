import { useState } from 'react'
import { isVisible } from '#schema/visible.ts'

export interface Draft {
  /** The text in the message field. */
  text: string
  /** The draft set aside for a message that returned to be edited; empty without one. */
  aside: string
  write(text: string): void
  /** Puts a text into the field and sets the current text aside. */
  bringBack(text: string): void
  /** Swaps the field's text with the draft that was set aside. */
  swap(): void
  /** Empties the field after sending; the draft that was set aside returns. */
  clear(): void
}

const joined = (...texts: string[]) => texts.filter((text) => isVisible(text)).join('\n')

/** The draft of a message. A message that returns to be edited is not mixed with newer text. */
export function useDraft(): Draft {
  const [{ text, aside }, set] = useState({ text: '', aside: '' })
  return {
    text,
    aside,
    write: (next) => set((before) => ({ ...before, text: next })),
    bringBack: (returned) => set((before) => ({ text: returned, aside: joined(before.text, before.aside) })),
    swap: () => set((before) => ({ text: before.aside, aside: before.text })),
    clear: () => set((before) => ({ text: before.aside, aside: '' })),
  }
}
