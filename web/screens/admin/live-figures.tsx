import './live-figures.css'
import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import { GraphqlProvider } from '../../hooks/graphql-provider.tsx'
import { useQuery } from '../../hooks/use-query.ts'
import { useSubscription } from '../../hooks/use-subscription.ts'
import { consoleNumberLocale } from '../../i18n/locales.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { useInterval } from '../../ui/use-interval.ts'
import { clockOf, HourChart } from './hour-chart.tsx'
import { FIGURES_LIVE, FIGURES_NOW, type LiveFigures as Figures } from './operations.ts'

/** Figures of this minute and of the last hour. They reload with the page's other figures. */
export const LiveFigures = (props: { asOf: Date | null }) => (
  <GraphqlProvider>
    <LiveFiguresPanel {...props} />
  </GraphqlProvider>
)

const MINUTE = 60_000

function LiveFiguresPanel({ asOf }: { asOf: Date | null }) {
  const { data, loading, failure, refetch } = useQuery(FIGURES_NOW, {}, { background: true })
  const [live, setLive] = useState<Figures | null>(null)
  const { failure: interrupted, connected } = useSubscription(FIGURES_LIVE, {}, ({ liveFigures }) =>
    setLive(liveFigures),
  )
  const refetchNow = useRef(refetch)
  refetchNow.current = refetch
  const last = useRef(asOf)
  useEffect(() => {
    if (asOf && asOf !== last.current) void refetchNow.current()
    last.current = asOf
  }, [asOf])
  useInterval(MINUTE, () => void refetch())

  if (!data)
    return failure ? (
      <LoadFailure message={failure.message} loading={loading} retry={refetch} />
    ) : (
      <Loading label={t`Loading the live figures`} />
    )
  const number = new Intl.NumberFormat(consoleNumberLocale())
  const now = live && live.at > data.liveFigures.at ? live : data.liveFigures
  return (
    <div className="duo">
      {failure && <LoadFailure message={failure.message} loading={loading} retry={refetch} />}
      <section className="live-card sheet-surface" aria-labelledby="hour-title">
        <div className="chart-head">
          <h2 className="heading" id="hour-title">
            {t`The last hour`}
          </h2>
          <span className="keys caption ink-2">
            <span className="key" data-series="messages">
              {t`Messages`}
            </span>
            <span className="key" data-series="matches">
              {t`Matches`}
            </span>
          </span>
        </div>
        <HourChart minutes={data.lastHour} number={number} />
      </section>
      <section className="live-card sheet-surface" aria-labelledby="now-title">
        <h2 className="heading" id="now-title">
          {t`Right now`}
        </h2>
        <dl className="live-list">
          {rowsOf(now).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{number.format(value)}</dd>
            </div>
          ))}
        </dl>
        <p className="caption ink-3" role="status">
          {statusOf(interrupted ? false : connected, now)}
        </p>
      </section>
    </div>
  )
}

function statusOf(connected: boolean | null, { at }: Figures) {
  if (connected === null) return t`Connecting`
  if (connected) return t({ message: 'Live', comment: 'These figures are live.' })
  return t`Not live right now. Last update: ${{ time: clockOf(at) }}.`
}

const rowsOf = (now: Figures) =>
  [
    [t`Online`, now.online],
    [t`Waiting for a match`, now.waiting],
    [t`Matches per minute`, now.matchesPerMinute],
    [t`Messages per minute`, now.messagesPerMinute],
    [t`Open reports`, now.reportsOpen],
    [t`Open appeals`, now.appealsOpen],
  ] as const
