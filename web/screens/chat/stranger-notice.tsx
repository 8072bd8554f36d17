import './first-chat.css'
import { ShieldCheck, X } from 'lucide-react'
import { useState } from 'react'
import { useMember } from '../../hooks/member.tsx'
import { useStore } from '../../hooks/services.tsx'
import type { ConversationState } from '../../state/chat/conversation-state.ts'
import { IconButton } from '../../ui/button.tsx'

/** Above the log while somebody is new, until it was closed once. Nothing announces it: it is there to be read. */
export function StrangerNotice({ state, onReadMore }: { state: ConversationState; onReadMore(): void }) {
  const { firstChat } = useMember()
  const wanted = useStore(firstChat)
  // Decided once, when the messages come: what has more than a page of them began some time ago.
  const [isNew, setIsNew] = useState<boolean | null>(null)
  if (isNew === null && state.status === 'ready') setIsNew(!state.hasMore)
  if (!wanted || !isNew) return null

  function dismiss() {
    firstChat.dismiss()
    // The button that had the focus is gone.
    document.getElementById('message')?.focus()
  }

  return (
    <div className="stranger-notice" role="note" aria-label="Before you begin">
      <ShieldCheck className="icon" aria-hidden="true" />
      <p>
        You're chatting with someone new. Don't share your phone number, address or social accounts yet. To
        report or block, use the buttons above.{' '}
        <button type="button" className="link" onClick={onReadMore}>
          How to stay safe
        </button>
      </p>
      <IconButton label="Close this note" size="sm" onClick={dismiss}>
        <X className="icon" data-size="sm" aria-hidden="true" />
      </IconButton>
    </div>
  )
}
