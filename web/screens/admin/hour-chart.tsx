import { plural, t } from '@lingui/core/macro'
import { dateLocale } from '../../i18n/locales.ts'
import type { Minute } from './operations.ts'

const WIDTH = 600
const HEIGHT = 160
const GAP = 2
/** The least room beside the bars for the numbers, and the room of a digit on a phone. */
const MARGIN = 34
const DIGIT = 10

/** Returns a round number above the highest bar. */
function ceilingOf(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest)))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= highest) ?? 10 * power
}

/** Returns a time such as 09:05 PM. */
export const clockOf = (iso: string) =>
  new Date(iso).toLocaleTimeString(dateLocale(), { hour: '2-digit', minute: '2-digit' })

interface HourChartProps {
  minutes: readonly Minute[]
  number: Intl.NumberFormat
}

/** The messages and matches of each minute of the last hour, as bars. */
export function HourChart({ minutes, number }: HourChartProps) {
  const highest = ceilingOf(Math.max(4, ...minutes.map(({ messages, matches }) => messages + matches)))
  const step = WIDTH / Math.max(1, minutes.length)
  const messages = minutes.reduce((sum, minute) => sum + minute.messages, 0)
  const matches = minutes.reduce((sum, minute) => sum + minute.matches, 0)
  const width = WIDTH + Math.max(MARGIN, DIGIT * number.format(highest).length)
  const heightOf = (value: number) => (HEIGHT * value) / highest
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${width} ${HEIGHT + 24}`}
      role="img"
      aria-label={t`In the last hour ${plural(messages, { other: `${{ messageCount: number.format(messages) }} messages` })} and ${plural(matches, { other: `${{ matchCount: number.format(matches) }} matches` })}.`}
    >
      {[0.5, 1].map((part) => (
        <g key={part}>
          <line className="rule" x1="0" x2={WIDTH} y1={HEIGHT * (1 - part)} y2={HEIGHT * (1 - part)} />
          <text className="tick" x={width} y={HEIGHT * (1 - part) + 11} textAnchor="end">
            {number.format(highest * part)}
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
