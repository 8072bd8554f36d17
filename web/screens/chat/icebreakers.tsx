import './first-chat.css'
import { useMemo, useState } from 'react'
import type { Conversation } from '#schema/chat.ts'
import type { ConversationState } from '../../state/chat/conversation-state.ts'
import { chooseIcebreakers } from './choose-icebreakers.ts'

const NONE: readonly string[] = []

/** What may be said first, until something was said. What was cleared was said. */
export function useIcebreakers(conversation: Conversation, state: ConversationState): readonly string[] {
  const [begun, setBegun] = useState(conversation.lastMessageTime !== null)
  if (!begun && state.messages.length > 0) setBegun(true)
  const chosen = useMemo(() => chooseIcebreakers(conversation), [conversation])
  return begun || state.status !== 'ready' ? NONE : chosen
}

interface IcebreakersProps {
  suggestions: readonly string[]
  onChoose(text: string): void
}

/** Pressing one puts it into the composer; it is sent by whoever wants to. */
export function Icebreakers({ suggestions, onChoose }: IcebreakersProps) {
  if (suggestions.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
    <div className="icebreakers" role="group" aria-label="Ways to begin">
      {suggestions.map((text) => (
        <button
          key={text}
          type="button"
          className="tag"
          data-suggest
          dir="auto"
          onClick={() => onChoose(text)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
