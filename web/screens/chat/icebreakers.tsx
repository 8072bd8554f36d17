import './first-chat.css'
import { t } from '@lingui/core/macro'
import { useMemo, useState } from 'react'
import type { Conversation } from '#schema/chat.ts'
import type { ConversationState } from '../../state/chat/conversation-state.ts'
import { chooseIcebreakers } from './choose-icebreakers.ts'

const NONE: readonly string[] = []

/** Returns the suggested first lines until the conversation has a message. Cleared messages count. */
export function useIcebreakers(conversation: Conversation, state: ConversationState): readonly string[] {
  const [hasMessages, setHasMessages] = useState(conversation.lastMessageTime !== null)
  if (!hasMessages && state.messages.length > 0) setHasMessages(true)
  const chosen = useMemo(() => chooseIcebreakers(conversation), [conversation])
  return hasMessages || state.status !== 'ready' ? NONE : chosen
}

interface IcebreakersProps {
  suggestions: readonly string[]
  onChoose(text: string): void
}

/** Suggested first lines. Pressing one fills the message field without sending it. */
export function Icebreakers({ suggestions, onChoose }: IcebreakersProps) {
  if (suggestions.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
    <div className="icebreakers" role="group" aria-label={t`Suggested first messages`}>
      {suggestions.map((text) => (
        <button key={text} type="button" className="tag" data-suggest onClick={() => onChoose(text)}>
          {text}
        </button>
      ))}
    </div>
  )
}
