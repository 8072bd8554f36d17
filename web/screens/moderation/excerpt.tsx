import { t } from '@lingui/core/macro'
import { shownName } from '../../i18n/shown-name.ts'
import { AuthorLanguageBadge } from './author-language.tsx'
import { momentOf } from './labels.ts'
import type { EvidenceMessage, Report } from './operations.ts'
import { Translate } from './translate.tsx'

interface ExcerptProps {
  report: Report
  messages: readonly EvidenceMessage[]
}

/** The messages that a report keeps as evidence. The first one of each author shows the language of their interface. */
export function Excerpt({ report, messages }: ExcerptProps) {
  if (messages.length === 0) return <p className="excerpt ink-2">{t`There were no messages.`}</p>
  return (
    <ol className="excerpt">
      {messages.map((message, index) => (
        <Line
          key={message.id}
          report={report}
          message={message}
          isFirst={messages.findIndex(({ senderId }) => senderId === message.senderId) === index}
        />
      ))}
    </ol>
  )
}

interface LineProps {
  report: Report
  message: EvidenceMessage
  /** Whether it is the first message of its author. */
  isFirst: boolean
}

function Line({ report: { reported, reporter }, message, isFirst }: LineProps) {
  const isFromReported = message.senderId === reported.id
  return (
    <li data-of-reported={isFromReported || undefined} data-about={message.about !== null || undefined}>
      <time className="caption" dateTime={message.time}>
        {momentOf(message.time)}
      </time>
      <b dir="auto" translate="no">
        {isFromReported
          ? shownName(reported.displayName)
          : shownName(reporter?.displayName ?? t({ message: 'Partner', context: 'of a chat' }))}
      </b>
      <MessageText text={message.text} about={message.about} />
      <div className="excerpt-extras">
        {isFirst && <AuthorLanguageBadge language={message.language} />}
        <Translate text={message.text} authorLanguage={message.language} />
      </div>
    </li>
  )
}

/** Highlights the sentence that the report is about. */
function MessageText({ text, about }: Pick<EvidenceMessage, 'text' | 'about'>) {
  const at = about ? text.indexOf(about) : -1
  if (about === null || at < 0) return <span dir="auto">{text}</span>
  return (
    <span dir="auto">
      {text.slice(0, at)}
      <mark>{about}</mark>
      {text.slice(at + about.length)}
    </span>
  )
}
