import { t } from '@lingui/core/macro'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import type { Conversation } from '#schema/chat.ts'
import { useMember } from '../../hooks/member.tsx'
import { hasPartnerLeft, mayStillKeep } from '../../state/chat/about-conversation.ts'
import { Button } from '../../ui/button.tsx'
import { keepWords } from './keep-words.ts'
import { useKeep } from './use-keep.ts'

interface EndedNoteProps {
  conversation: Conversation
  partnerName: string
  /** The id by which "Skip to message" finds the note; left out while a draft is shown below it. */
  id?: string
}

/** Shows that the chat has ended, with the next steps. Its messages stay readable. */
export function EndedNote({ conversation, partnerName, id }: EndedNoteProps) {
  const { chat, startChat, refreshConversations } = useMember()
  const [starting, setStarting] = useState(false)
  const isPartnerGone = hasPartnerLeft(conversation)

  async function talkAgain() {
    setStarting(true)
    const started = await startChat({ id: conversation.partnerId, displayName: partnerName })
    setStarting(false)
    if (started) refreshConversations()
  }

  return (
    <div className="composer-in ended">
      <div>
        <p className="ink-2" id={id} tabIndex={-1}>
          {isPartnerGone
            ? t`${partnerName} has left. You can still read the chat, report or block.`
            : t`This chat has ended.`}
        </p>
        {mayStillKeep(conversation, Date.now()) && <KeepQuestion conversation={conversation} />}
      </div>
      <div className="actions">
        <Button onClick={() => chat.leave(conversation.id)}>
          {t({ message: 'Close', context: 'of a chat' })}
        </Button>
        <Button variant={isPartnerGone ? 'primary' : 'secondary'} onClick={() => void chat.findMatch()}>
          {t`Find Match`}
        </Button>
        {!isPartnerGone && (
          <Button variant="primary" loading={starting} onClick={() => void talkAgain()}>
            {t`Chat again`}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Asks to keep in touch after the chat, for a day. */
function KeepQuestion({ conversation }: { conversation: Conversation }) {
  const changeKeep = useKeep(conversation)
  const keep = conversation.keep ?? 'NO'
  const { label, hint } = keepWords(keep)
  return (
    <p className="keep-question">
      <Button
        className="tool-keep"
        variant="quiet"
        size="sm"
        aria-pressed={keep === 'ASKED'}
        onClick={() => void changeKeep()}
      >
        <Bookmark className="icon" data-size="sm" aria-hidden="true" />
        {label}
      </Button>
      <span className="caption ink-2">{hint}</span>
    </p>
  )
}
