import './live-figures.css'
import { plural, t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import { GraphqlProvider } from '../../hooks/graphql-provider.tsx'
import { useQuery } from '../../hooks/use-query.ts'
import { useSubscription } from '../../hooks/use-subscription.ts'
import { consoleNumberLocale } from '../../i18n/locales.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { useInterval } from '../../ui/use-interval.ts'
import { clockOf } from '../moderation/labels.ts'
import {
  FIGURES_LIVE,
  FIGURES_NOW,
  type LiveFigures as Figures,
  type Minute,
} from '../moderation/operations.ts'

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
        <HourChart minutes={data.lastHour} />
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

const WIDTH = 600
const HEIGHT = 160
const GAP = 2
/** Room beside the bars for the numbers. */
const MARGIN = 34

/** Returns a round number above the highest bar. */
function ceilingOf(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest)))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= highest) ?? 10 * power
}

function HourChart({ minutes }: { minutes: readonly Minute[] }) {
  const highest = ceilingOf(Math.max(4, ...minutes.map(({ messages, matches }) => messages + matches)))
  const step = WIDTH / Math.max(1, minutes.length)
  const messages = minutes.reduce((sum, minute) => sum + minute.messages, 0)
  const matches = minutes.reduce((sum, minute) => sum + minute.matches, 0)
  const heightOf = (value: number) => (HEIGHT * value) / highest
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${WIDTH + MARGIN} ${HEIGHT + 24}`}
      role="img"
      aria-label={t`In the last hour ${plural(messages, { other: `${messages} messages` })} and ${plural(matches, { other: `${matches} matches` })}.`}
    >
      {[0.5, 1].map((part) => (
        <g key={part}>
          <line className="rule" x1="0" x2={WIDTH} y1={HEIGHT * (1 - part)} y2={HEIGHT * (1 - part)} />
          <text className="tick" x={WIDTH + MARGIN} y={HEIGHT * (1 - part) + 11} textAnchor="end">
            {highest * part}
          </text>
        </g>
      ))}
      <line className="base" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
      {minutes.map((one, index) => (
        <g key={one.minute} className={index === minutes.length - 1 ? 'running' : undefined}>
          <rect
            className="bar-messages"
            x={index * step}
            width={step - GAP}
            y={HEIGHT - heightOf(one.messages)}
            height={heightOf(one.messages)}
            rx="1.5"
          />
          <rect
            className="bar-matches"
            x={index * step}
            width={step - GAP}
            y={HEIGHT - heightOf(one.messages + one.matches)}
            height={heightOf(one.matches)}
            rx="1.5"
          />
        </g>
      ))}
      {minutes.map(
        (one, index) =>
          index % 15 === 0 && (
            <text key={one.minute} className="tick" x={index * step} y={HEIGHT + 18}>
              {clockOf(one.minute)}
            </text>
          ),
      )}
    </svg>
  )
}
