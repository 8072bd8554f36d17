import '../../ui/css/first-chat.css'
import { ShieldCheck, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ConversationState } from '../../state/conversation.ts'
import { useMember } from '../../state/member-react.tsx'
import { useStore } from '../../state/react.tsx'
import { IconButton } from '../../ui/button.tsx'

/** Above the log while somebody is new, until it was closed once. Nothing announces it: it is there to be read. */
export function StrangerNotice({ state }: { state: ConversationState }) {
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
        You are talking with a stranger. Keep your number, address and other accounts to yourself for now.
        Report, which also blocks, is in the bar above.{' '}
        <Link className="link" to="/safety-centre#staying-safe">
          How to stay safe
        </Link>
      </p>
      <IconButton label="Close this note" size="sm" onClick={dismiss}>
        <X className="icon" data-size="sm" aria-hidden="true" />
      </IconButton>
    </div>
  )
}
