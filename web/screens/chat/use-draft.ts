import { isVisible } from '#schema/visible.ts'
import { useMember } from '../../hooks/member.tsx'
import { useStore } from '../../hooks/services.tsx'
import type { DraftTexts } from '../../state/chat/draft-texts.ts'

export interface Draft extends DraftTexts {
  write(text: string): void
  /** Puts a text into the field and sets the current text aside. */
  bringBack(text: string): void
  /** Swaps the field's text with the draft that was set aside. */
  swap(): void
  /** Empties the field after sending; the draft that was set aside returns. */
  clear(): void
}

const joined = (...texts: string[]) => texts.filter((text) => isVisible(text)).join('\n')

/** The draft of a conversation's next message. A message that returns to be edited is not mixed with newer text. */
export function useDraft(conversationId: string): Draft {
  const draft = useMember().draftOf(conversationId)
  const { text, aside } = useStore(draft)
  const set = (change: (before: DraftTexts) => DraftTexts) => draft.setState(change(draft.getState()))
  return {
    text,
    aside,
    write: (next) => set((before) => ({ ...before, text: next })),
    bringBack: (returned) => set((before) => ({ text: returned, aside: joined(before.text, before.aside) })),
    swap: () => set((before) => ({ text: before.aside, aside: before.text })),
    clear: () => set((before) => ({ text: before.aside, aside: '' })),
  }
}
