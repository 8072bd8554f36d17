import { plural, t } from '@lingui/core/macro'
import {
  Bell,
  FileDown,
  Flag,
  Gem,
  Hand,
  Handshake,
  type LucideIcon,
  MessageSquare,
  MessageSquareCheck,
  Scale,
  TriangleAlert,
} from 'lucide-react'
import { Mark } from '../../ui/mark.tsx'
import { whenOf } from '../shared/days.ts'
import type { Note, NoteKind } from './operations.ts'

const ICONS: Record<NoteKind, LucideIcon> = {
  NOTICE: Bell,
  REPORT_DECIDED: Flag,
  WARNING: TriangleAlert,
  APPEAL_DECIDED: Scale,
  PREMIUM_ENDING: Gem,
  MISSED_MESSAGES: MessageSquare,
  MESSAGE_RELEASED: MessageSquareCheck,
  EXPORT_READY: FileDown,
  KNOCK: Hand,
  KNOCK_ACCEPTED: MessageSquare,
  KEPT: Handshake,
  INTEREST_BELL: Bell,
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
            {!read && <span className="sr-only">{t`Unread:`} </span>}
            <bdi>{heading}</bdi>
          </span>
          <span className="when">
            {agoOf(created)}
            {!read && <span className="note-pip" aria-hidden="true" />}
          </span>
        </span>
        <span className="what">
          <bdi>{body}</bdi>
        </span>
      </span>
    </button>
  )
}

const MINUTE = 60_000

/** Returns how long ago a time was within the last hour; then the time for today, or the day. */
function agoOf(time: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(time)) / MINUTE)
  if (minutes < 1) return t`Just now`
  if (minutes < 60) return plural(minutes, { one: '# min ago', other: '# min ago' })
  return whenOf(time)
}
