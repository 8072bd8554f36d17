import {
  Bell,
  FileDown,
  Flag,
  Gem,
  type LucideIcon,
  MessageSquare,
  MessageSquareCheck,
  Scale,
  TriangleAlert,
} from 'lucide-react'
import type { NotificationKind } from '#schema/notification.ts'
import { Mark } from '../../ui/mark.tsx'
import { agoOf } from './ago.ts'
import type { Note } from './operations.ts'

const ICONS: Record<NotificationKind, LucideIcon> = {
  notice: Bell,
  report_decided: Flag,
  warning: TriangleAlert,
  appeal_decided: Scale,
  premium_ending: Gem,
  missed_messages: MessageSquare,
  message_released: MessageSquareCheck,
  export_ready: FileDown,
}

export function NoteRow({ note, onFollow }: { note: Note; onFollow(): void }) {
  const { kind, candidateId, heading, body, created, read } = note
  const Icon = ICONS[kind]
  return (
    <button type="button" className="row note" data-unread={!read || undefined} onClick={onFollow}>
      {candidateId ? (
        <Mark id={candidateId} />
      ) : (
        <span className="note-kind" data-kind={kind}>
          <Icon className="icon" data-size="md" aria-hidden="true" />
        </span>
      )}
      <span>
        <span className="line">
          <span className="who">
            {!read && <span className="sr-only">Unread: </span>}
            {heading}
          </span>
          <span className="when">
            {agoOf(created)}
            {!read && <span className="note-pip" aria-hidden="true" />}
          </span>
        </span>
        <span className="what">{body}</span>
      </span>
    </button>
  )
}
