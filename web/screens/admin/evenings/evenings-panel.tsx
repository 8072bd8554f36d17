import './evenings.css'
import { t } from '@lingui/core/macro'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { GraphqlProvider } from '../../../hooks/graphql-provider.tsx'
import { useQuery } from '../../../hooks/use-query.ts'
import { Button } from '../../../ui/button.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { CancelEvening } from './cancel-evening.tsx'
import { ComingEvenings } from './coming-evenings.tsx'
import { EveningDialog } from './evening-dialog.tsx'
import { PLANNED_EVENINGS, type Planned } from './operations.ts'
import { PastEvenings } from './past-evenings.tsx'

/** The evenings of the console: those to come, to schedule and to change, and the figures of past ones. */
export const EveningsPanel = () => (
  <GraphqlProvider>
    <Panel />
  </GraphqlProvider>
)

type Opened = { dialog: 'schedule' } | { dialog: 'change' | 'cancel'; evening: Planned }

function Panel() {
  const { data, loading, failure, refetch } = useQuery(PLANNED_EVENINGS, {})
  const [opened, setOpened] = useState<Opened | null>(null)
  if (!data)
    return failure ? (
      <LoadFailure message={failure.message} loading={loading} retry={refetch} />
    ) : (
      <Loading label={t`Loading the evenings`} />
    )
  const hasLater = ({ seriesId, startsAt }: Planned) =>
    data.coming.some((one) => one.seriesId === seriesId && one.startsAt > startsAt)
  const dialog = {
    onClose: () => setOpened(null),
    async onDone() {
      setOpened(null)
      await refetch()
    },
  }
  return (
    <div className="evenings-console">
      {failure && <LoadFailure message={failure.message} loading={loading} retry={refetch} />}
      <section className="admin-table sheet-surface" aria-labelledby="evenings-title">
        <div className="card-head">
          <h2 className="heading" id="evenings-title">
            {t`Evenings`}
          </h2>
          <span className="count">{data.coming.length}</span>
          <Button size="sm" onClick={() => setOpened({ dialog: 'schedule' })}>
            <CalendarPlus className="icon" data-size="sm" aria-hidden="true" />
            {t`Schedule an evening`}
          </Button>
        </div>
        <p className="evenings-note ink-2">
          {t`During an evening, members can search within its topic. It brings pairs together; it is not a room.`}
        </p>
        <ComingEvenings
          evenings={data.coming}
          onChange={(evening) => setOpened({ dialog: 'change', evening })}
          onCancel={(evening) => setOpened({ dialog: 'cancel', evening })}
        />
      </section>
      {data.past.length > 0 && <PastEvenings evenings={data.past} />}
      {opened?.dialog === 'schedule' && <EveningDialog evening={null} hasLater={false} {...dialog} />}
      {opened?.dialog === 'change' && (
        <EveningDialog evening={opened.evening} hasLater={hasLater(opened.evening)} {...dialog} />
      )}
      {opened?.dialog === 'cancel' && (
        <CancelEvening evening={opened.evening} hasLater={hasLater(opened.evening)} {...dialog} />
      )}
    </div>
  )
}
