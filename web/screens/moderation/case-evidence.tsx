import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { PRODUCT } from '#schema/product.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { ActionSource, ActionTitle } from './action-lines.tsx'
import { momentOf } from './labels.ts'
import { type Action, type EvidenceMessage, REPORT_CASE, type Report } from './operations.ts'

const { name: product } = PRODUCT

interface CaseEvidenceProps {
  /** The report's id. */
  id: string
  /** Leaves out the reported reason, where the page already shows it. */
  withoutHead?: boolean
}

/** A report with its reason, the kept messages and the decisions. */
export function CaseEvidence({ id, withoutHead = false }: CaseEvidenceProps) {
  const { data, loading, failure, refetch } = useQuery(REPORT_CASE, { id })
  if (!data)
    return failure ? (
      <LoadFailure message={failure.message} loading={loading} retry={refetch} />
    ) : (
      <Loading label={t`Loading the evidence`} />
    )
  const { evidence, decisions, ...report } = data.reportCase
  return (
    <>
      {!withoutHead && <Head report={report} />}
      <Excerpt report={report} messages={evidence} />
      {decisions.length > 0 && <Decisions decisions={decisions} />}
    </>
  )
}

function Head({ report: { reason, reporter, created } }: { report: Report }) {
  const name = reporter?.displayName ?? product
  const time = momentOf(created)
  return (
    <>
      <blockquote className="said" dir="auto">
        “{reason}”
      </blockquote>
      <p className="caption ink-3">
        <Trans comment="{name} reported it.">
          <bdi>{name}</bdi>, {time}. The last messages at that time:
        </Trans>
      </p>
    </>
  )
}

/** The evidence in a section that is closed at first. */
export function CollapsibleEvidence({ label, ...evidence }: CaseEvidenceProps & { label: string }) {
  const [shown, setShown] = useState(false)
  const region = useId()
  return (
    <>
      <button
        type="button"
        className="link case-more"
        aria-expanded={shown}
        aria-controls={region}
        onClick={() => setShown(!shown)}
      >
        {label}
      </button>
      <div id={region} className="folded-evidence" hidden={!shown}>
        {shown && <CaseEvidence {...evidence} />}
      </div>
    </>
  )
}

function Excerpt({ report, messages }: { report: Report; messages: readonly EvidenceMessage[] }) {
  if (messages.length === 0) return <p className="excerpt ink-2">{t`There were no messages.`}</p>
  return (
    <ol className="excerpt">
      {messages.map((message) => {
        const isFromReported = message.senderId === report.reported.id
        return (
          <li
            key={message.id}
            data-of-reported={isFromReported || undefined}
            data-about={message.about !== null || undefined}
          >
            <time className="caption" dateTime={message.time}>
              {momentOf(message.time)}
            </time>
            <b>
              <bdi>
                {isFromReported
                  ? report.reported.displayName
                  : (report.reporter?.displayName ?? t({ message: 'Partner', context: 'of a chat' }))}
              </bdi>
            </b>
            <MessageText text={message.text} about={message.about} />
          </li>
        )
      })}
    </ol>
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

const Decisions = ({ decisions }: { decisions: readonly Action[] }) => (
  <ol className="case-decisions" aria-label={t`Decisions`}>
    {decisions.map((action) => (
      <li key={action.id}>
        <p>
          <ActionTitle action={action} />
        </p>
        <p className="ink-2" dir="auto">
          {action.reason}
        </p>
        <p className="caption ink-3">
          <ActionSource action={action} />
        </p>
      </li>
    ))}
  </ol>
)
