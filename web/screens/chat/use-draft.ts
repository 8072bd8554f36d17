import { useState } from 'react'

export interface Draft {
  /** What stands in the message field. */
  text: string
  /** A draft that gave way to a message that came back to be edited; empty without one. */
  aside: string
  write(text: string): void
  /** Puts a text into the field and sets what was written there aside. */
  bringBack(text: string): void
  /** Changes places with the draft that was set aside. */
  swap(): void
  /** Empties the field after its text was sent: the draft that was set aside returns. */
  clear(): void
}

const joined = (...texts: string[]) => texts.filter((text) => text.trim() !== '').join('\n')

/** The draft of a message. A message that comes back never mixes with what the member has typed since. */
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
