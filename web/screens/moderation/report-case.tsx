import type { ReactNode } from 'react'
import { useAct, useAsk } from '../../state/graphql-react.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { CaseEvidence } from './case-evidence.tsx'
import { OpenPerson } from './open-person.tsx'
import { DECIDE_REPORT, PERSON, type Report, type Verdict } from './operations.ts'
import { SomebodyElse, useOwnId } from './somebody-else.tsx'
import { VerdictForm } from './verdict-form.tsx'
import { dayOf } from './words.ts'

interface ReportCaseProps {
  id: string
  report: Report
  onDecided(kind: Verdict['kind']): void
  onFailed(error: unknown): void
}

/** What was said, what is known of the person, and the decision. */
export function ReportCase({ id, report, onDecided, onFailed }: ReportCaseProps) {
  const { act, acting } = useAct(DECIDE_REPORT)
  const own = useOwnId()
  const form = (
    <VerdictForm
      mayDismiss
      acting={acting}
      decide={async (verdict) => {
        try {
          await act({ id: report.id, ...verdict })
        } catch (error) {
          onFailed(error)
          throw error
        }
        onDecided(verdict.kind)
      }}
    />
  )
  return (
    <div className="evidence" id={id}>
      <div>
        <CaseEvidence id={report.id} />
      </div>
      <div>
        <PersonFacts userId={report.reported.id} />
        {report.status === 'OPEN' && decisionFor(report, own, form)}
      </div>
    </div>
  )
}

function decisionFor({ reported, reporter }: Report, own: string | null, form: ReactNode) {
  if (reported.id === own) return <SomebodyElse because="This report is about you." />
  if (reporter?.id === own) return <SomebodyElse because="You made this report.">{form}</SomebodyElse>
  return form
}

function PersonFacts({ userId }: { userId: string }) {
  const { data, loading, failure, refetch } = useAsk(PERSON, { id: userId })
  if (!data)
    return failure ? (
      <LoadFailure message={failure.message} loading={loading} retry={refetch} />
    ) : (
      <Loading label="Loading the person" />
    )
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
      <OpenPerson userId={userId} label="Everything about this person" />
    </>
  )
}
