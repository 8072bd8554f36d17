import { t } from '@lingui/core/macro'
import './second-factor.css'
import { type ReactNode, useState } from 'react'
import { GraphqlProvider } from '../../../hooks/graphql-provider.tsx'
import { useQuery } from '../../../hooks/use-query.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Enrolment } from './enrolment.tsx'
import { FACTOR_STATE } from './operations.ts'
import { ProveForm } from './prove-form.tsx'

interface StaffGateProps {
  /** The page around the code form. */
  frame(content: ReactNode): ReactNode
  children: ReactNode
}

/** Shows the staff area once this session has proven its second factor; until then, the form for it. */
export const StaffGate = (props: StaffGateProps) => (
  <GraphqlProvider>
    <Gate {...props} />
  </GraphqlProvider>
)

function Gate({ frame, children }: StaffGateProps) {
  const { data, loading, failure, refetch } = useQuery(FACTOR_STATE, {})
  const [passed, setPassed] = useState(false)
  const pass = () => setPassed(true)
  const state = data?.secondFactor.staff
  if (passed || state === 'PROVEN' || state === 'NOT_NEEDED') return children
  if (!state)
    return frame(
      failure ? (
        <LoadFailure message={failure.message} loading={loading} retry={refetch} />
      ) : (
        <Loading label={t`Checking your access`} />
      ),
    )
  return frame(
    <div className="factor-gate sheet-surface">
      {state === 'ENROLMENT_REQUIRED' ? (
        <>
          <h2 className="heading">{t`Set up two-step login`}</h2>
          <p className="ink-2">
            {t`You work with other people's data, so your password alone is not enough here. From now on, logging in also asks for a code from your phone.`}
          </p>
          <Enrolment onDone={pass} />
        </>
      ) : (
        <>
          <h2 className="heading">{t`Enter your code`}</h2>
          <p className="ink-2">{t`Open your authenticator app and enter the 6 digits for this account.`}</p>
          <ProveForm action={t`Continue`} onProven={pass} />
        </>
      )}
    </div>,
  )
}
