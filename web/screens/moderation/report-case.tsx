import { useState } from 'react'
import { useAct, useAsk } from '../../state/graphql-react.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { DECIDE_REPORT, type EvidenceMessage, PERSON, REPORT_CASE, type Report } from './operations.ts'
import { PersonDialog } from './person-dialog.tsx'
import { VerdictForm } from './verdict-form.tsx'
import { dayOf, momentOf } from './words.ts'

interface ReportCaseProps {
  report: Report
  onDecided(): void
}

/** What was said, what is known of the person, and the decision. */
export function ReportCase({ report, onDecided }: ReportCaseProps) {
  const { data, loading, failure, refetch } = useAsk(REPORT_CASE, { id: report.id })
  const { act, acting } = useAct(DECIDE_REPORT)
  return (
    <div className="evidence" id={`case-${report.id}`}>
      <div>
        <blockquote className="said" dir="auto">
          “{report.reason}”
        </blockquote>
        <p className="caption ink-3">
          {report.reporter ? <bdi>{report.reporter.displayName}</bdi> : 'Rapport'}, {momentOf(report.created)}
          . What was said last, as it was kept at that moment:
        </p>
        {failure && <LoadFailure message={failure.message} loading={loading} retry={refetch} />}
        {!data && loading && <Loading label="Loading the evidence" />}
        {data && <Excerpt report={report} messages={data.reportCase.evidence} />}
      </div>
      <div>
        <PersonFacts userId={report.reported.id} />
        {report.status === 'OPEN' && (
          <VerdictForm
            mayDismiss
            acting={acting}
            decide={async (verdict) => {
              await act({ id: report.id, ...verdict })
              onDecided()
            }}
          />
        )}
      </div>
    </div>
  )
}

function Excerpt({ report, messages }: { report: Report; messages: readonly EvidenceMessage[] }) {
  if (messages.length === 0) return <p className="excerpt ink-2">Nothing had been written.</p>
  return (
    <ol className="excerpt">
      {messages.map((message) => {
        const theirs = message.senderId === report.reported.id
        return (
          <li key={message.id} data-of-reported={theirs || undefined}>
            <time className="caption" dateTime={message.time}>
              {momentOf(message.time)}
            </time>
            <b>
              <bdi>{theirs ? report.reported.displayName : (report.reporter?.displayName ?? 'Partner')}</bdi>
            </b>
            <span dir="auto">{message.text}</span>
          </li>
        )
      })}
    </ol>
  )
}

function PersonFacts({ userId }: { userId: string }) {
  const { data, loading, failure, refetch } = useAsk(PERSON, { id: userId })
  const [shown, setShown] = useState(false)
  if (failure) return <LoadFailure message={failure.message} loading={loading} retry={refetch} />
  if (!data) return <Loading label="Loading the person" />
  const { user, conversations, reportsReceived, openStrikes, blocksReceived } = data.person
  const facts = [
    ['Member since', dayOf(user.created)],
    ['Age', String(user.age)],
    ['Conversations', String(conversations)],
    ['Reports so far', String(reportsReceived)],
    ['Blocked by', String(blocksReceived)],
    ['Strikes that count', String(openStrikes)],
  ] as const
  return (
    <>
      <dl className="case-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="link case-more" onClick={() => setShown(true)}>
        Everything about this person
      </button>
      {shown && <PersonDialog userId={userId} onClose={() => setShown(false)} />}
    </>
  )
}
