import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useMutation } from '../../hooks/use-mutation.ts'
import { languageName } from '../../i18n/language-name.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { CaseEvidence } from './case-evidence.tsx'
import { DecidedNotice } from './decided-elsewhere.tsx'
import { dayOf } from './labels.ts'
import { languageTag } from './language-names.ts'
import { Notes } from './notes.tsx'
import { OpenPerson } from './open-person.tsx'
import { DECIDE_REPORT, type Report, type Verdict } from './operations.ts'
import { OwnCase, useOwnId } from './own-case.tsx'
import { useTeam } from './team.tsx'
import { useClaim } from './use-claim.ts'
import { usePerson } from './use-person.ts'
import { VerdictForm } from './verdict-form.tsx'

interface ReportCaseProps {
  id: string
  report: Report
  /** Whether the list with this case is the visible tab. */
  shown: boolean
  onDecided(kind: Verdict['kind']): void
  onFailed(error: unknown): void
}

/** An open case: the evidence, facts about the person, and the decision form. */
export function ReportCase({ id, report, shown, onDecided, onFailed }: ReportCaseProps) {
  const { mutate, isMutating } = useMutation(DECIDE_REPORT)
  const own = useOwnId()
  const { decided, claims } = useTeam()
  const decidedBy = decided.get(report.id)
  const claim = claims.get(report.id)
  useClaim(report.id, { looking: shown && report.status === 'OPEN' && !decidedBy })
  const form = (
    <VerdictForm
      about={report.id}
      mayDismiss
      isMutating={isMutating}
      decide={async (verdict) => {
        try {
          await mutate({ id: report.id, ...verdict })
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
        <PersonFacts userId={report.reported.id} reportId={report.id} />
        {claim && !decidedBy && (
          <p className="notice claim-notice" role="status">
            <span>
              <AlsoLooking {...claim} />
            </span>
          </p>
        )}
        {decidedBy && <DecidedNotice by={decidedBy} />}
        {report.status === 'OPEN' && !decidedBy && decisionFor(report, own, form)}
      </div>
    </div>
  )
}

const AlsoLooking = ({ by }: { by: string }) => (
  <Trans comment="{by} is a moderator.">
    <bdi translate="no">{by}</bdi> is also looking at this report.
  </Trans>
)

function decisionFor({ reported, reporter }: Report, own: string | null, form: ReactNode) {
  if (reported.id === own)
    return <OwnCase because={t`This report is about you. Another moderator should decide.`} />
  if (reporter?.id === own)
    return <OwnCase because={t`You made this report. Another moderator should decide.`}>{form}</OwnCase>
  return form
}

function PersonFacts({ userId, reportId }: { userId: string; reportId: string }) {
  const { data, loading, failure, refetch } = usePerson(userId)
  if (!data)
    return failure ? (
      <LoadFailure message={failure.message} loading={loading} retry={refetch} />
    ) : (
      <Loading label={t`Loading the person`} />
    )
  const { user, conversations, reportsReceived, openStrikes, blocksReceived } = data.person
  const language = languageTag(data.person.language)
  const facts = [
    [t`Member since`, dayOf(user.created)],
    [t`Age`, String(user.age)],
    [t`Conversations`, String(conversations)],
    [t`Reports so far`, String(reportsReceived)],
    [
      t({ message: 'Blocked by', comment: 'how many members have blocked this member' }),
      String(blocksReceived),
    ],
    [t`Active strikes`, String(openStrikes)],
    ...(language ? [[t`Interface language`, languageName(language)] as const] : []),
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
      <OpenPerson userId={userId} label={t`See all details about this person`} />
      <Notes userId={userId} reportId={reportId} notes={data.person.notes} refetch={refetch} />
    </>
  )
}
