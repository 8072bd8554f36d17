import { t } from '@lingui/core/macro'

/** Widths in per cent of a row's name and message. */
const WIDTHS = [
  [42, 78],
  [55, 64],
  [36, 82],
  [48, 58],
] as const

/** Renders the placeholders without a status for screen readers. */
export function Skeletons() {
  return WIDTHS.map(([name, words]) => (
    <span className="ghost" key={name}>
      <span className="skeleton-mark" />
      <span>
        <span className="skeleton" style={{ width: `${name}%` }} />
        <span className="skeleton" style={{ width: `${words}%` }} />
      </span>
    </span>
  ))
}

/** Placeholders for rows that are loading. */
export function RowSkeletons({ label = t`Loading your conversations` }: { label?: string }) {
  return (
    <div className="ghosts" role="status">
      <span className="sr-only">{label}</span>
      <Skeletons />
    </div>
  )
}
