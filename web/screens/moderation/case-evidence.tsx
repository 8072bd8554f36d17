import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { PRODUCT } from '#schema/product.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { shownName } from '../../i18n/shown-name.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { ActionSource, ActionTitle } from './action-lines.tsx'
import { AuthorLanguageBadge } from './author-language.tsx'
import { Excerpt } from './excerpt.tsx'
import { categoryLabel, momentOf } from './labels.ts'
import { type Action, REPORT_CASE, type Report } from './operations.ts'
import { ReasonTranslation } from './reason-translation.tsx'

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

function Head({ report }: { report: Report }) {
  const { category, reason, reporter, created } = report
  const name = shownName(reporter?.displayName ?? product)
  const time = momentOf(created)
  return (
    <>
      <blockquote className="said" dir="auto">
        <q>{reason}</q>
      </blockquote>
      <ReasonTranslation report={report} />
      {category && <p className="badge">{categoryLabel(category)}</p>}
      <p className="caption ink-3">
        <AuthorLanguageBadge language={reporter?.language ?? null} />{' '}
        <Trans comment="{name} reported it.">
          <bdi translate="no">{name}</bdi>, {time}. The last messages at that time:
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
