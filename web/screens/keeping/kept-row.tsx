import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { Kept } from '#schema/kept.ts'
import { isReportedAlready, messageOf } from '../../data/failure.ts'
import { useMember } from '../../hooks/member.tsx'
import { useServices } from '../../hooks/services.tsx'
import { shownName } from '../../i18n/shown-name.ts'
import { Mark } from '../../ui/mark.tsx'
import { KeptMenu } from './kept-menu.tsx'
import { KeptNote } from './kept-note.tsx'
import { useUpdateKept } from './use-update-kept.ts'

interface KeptRowProps {
  kept: Kept
  isCurrent: boolean
  onChange(changed: Kept): void
  onChosen(): void
}

/** A kept member: a press opens the conversation with its history, where the member can ask to talk again. */
export function KeptRow({ kept, isCurrent, onChange, onChosen }: KeptRowProps) {
  const { api, toasts } = useServices()
  const { chat } = useMember()
  const { userId, conversationId, displayName, online } = kept
  const [isOpening, setOpening] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const update = useUpdateKept(userId, onChange)
  const nameId = `kept-${userId}`

  async function open() {
    setOpening(true)
    try {
      const { data } = await api.call('currentConversation', { params: { id: conversationId } })
      chat.open(data)
      onChosen()
    } catch (error) {
      if (!isReportedAlready(error))
        toasts.show({
          title: t`We couldn't open the chat`,
          description: messageOf(error, t`Please try again.`),
          variant: 'destructive',
        })
    } finally {
      setOpening(false)
    }
  }

  return (
    <>
      <button
        type="button"
        className="row"
        aria-current={isCurrent ? 'true' : undefined}
        aria-busy={isOpening || undefined}
        aria-disabled={isOpening || undefined}
        onClick={isOpening ? undefined : () => void open()}
      >
        <Mark id={userId} {...(online !== null && { online })} />
        <span className="who" dir="auto" translate="no" id={nameId}>
          {shownName(displayName)}
        </span>
        {online !== null && <span className="sr-only">{online ? t`Online` : t`Offline`}</span>}
      </button>
      <KeptNote kept={kept} nameId={nameId} update={update} isEditing={isEditing} onEdit={setEditing} />
      <KeptMenu
        kept={kept}
        nameId={nameId}
        update={update}
        onEditNote={() => setEditing(true)}
        onChosen={onChosen}
      />
    </>
  )
}
