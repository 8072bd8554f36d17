/** Widths in per cent of a name and of what was said. */
const GHOSTS = [
  [42, 78],
  [55, 64],
  [36, 82],
  [48, 58],
] as const

function Ghosts() {
  return GHOSTS.map(([name, words]) => (
    <span className="ghost" key={name}>
      <span className="skeleton-mark" />
      <span>
        <span className="skeleton" style={{ width: `${name}%` }} />
        <span className="skeleton" style={{ width: `${words}%` }} />
      </span>
    </span>
  ))
}

/** The shape of the rows to come. */
export function RowSkeletons() {
  return (
    <div className="ghosts" role="status">
      <span className="sr-only">Loading your conversations</span>
      <Ghosts />
    </div>
  )
}

/** What premium would show: empty circles fading out, and the offer in their place. */
export function LockedHistory() {
  return (
    <div className="locked">
      <div className="ghosts" aria-hidden="true">
        <Ghosts />
      </div>
      <div className="offer">
        <h3 className="title">Unlock Chat History</h3>
        <p className="ink-2">Upgrade to Premium to access your full conversation history and more features</p>
        <span className="tags">
          <span className="badge" data-tone="common">
            Gender Filter
          </span>
          <span className="badge" data-tone="common">
            Nearby Users
          </span>
        </span>
      </div>
    </div>
  )
}
