import './first-chat.css'
import { t } from '@lingui/core/macro'
import { ShieldCheck, X } from 'lucide-react'
import { useState } from 'react'
import { useMember } from '../../hooks/member.tsx'
import { useStore } from '../../hooks/services.tsx'
import type { ConversationState } from '../../state/chat/conversation-state.ts'
import { IconButton } from '../../ui/button.tsx'

/** A safety note above the log of a new chat, until the member closes it once. It is not announced. */
export function StrangerNotice({ state, onReadMore }: { state: ConversationState; onReadMore(): void }) {
  const { firstChat } = useMember()
  const isEnabled = useStore(firstChat)
  // Decided once, when the messages load: a chat with more than one page of them is not new.
  const [isNew, setIsNew] = useState<boolean | null>(null)
  if (isNew === null && state.status === 'ready') setIsNew(!state.hasMore)
  if (!isEnabled || !isNew) return null

  function dismiss() {
    firstChat.dismiss()
    // The focused button is gone.
    document.getElementById('message')?.focus()
  }

  return (
    <div className="stranger-notice" role="note" aria-label={t`Before you begin`}>
      <ShieldCheck className="icon" aria-hidden="true" />
      <p>
        {t`You're chatting with someone new. Don't share your phone number, address or social accounts yet. You can report or block them at any time: press Report.`}{' '}
        <button type="button" className="link" onClick={onReadMore}>
          {t`How to stay safe`}
        </button>
      </p>
      <IconButton label={t`Close this note`} size="sm" onClick={dismiss}>
        <X className="icon" data-size="sm" aria-hidden="true" />
      </IconButton>
    </div>
  )
}
