import type { CSSProperties } from 'react'
import { fnv1a32 } from './fnv1a.ts'

interface MarkProps {
  /** The mark is derived from the id and is the same on every device. */
  id: string
  size?: string
  /** Shows a dot if given: filled when online, a ring when offline. */
  online?: boolean
  className?: string
  style?: CSSProperties
  common?: boolean
}

/**
 * A person's mark: two rotated circles in two tones, each centre on the other's rim. The name beside it is its label.
 */
export function Mark({ id, size, online, className, style, common }: MarkProps) {
  const hash = fnv1a32(id)
  const a = hash % 10
  const b = (a + 3 + ((hash >>> 8) % 5)) % 10
  const turn = ((hash >>> 16) % 24) * 15
  const look = {
    '--a': `var(--tone-${a + 1})`,
    '--b': `var(--tone-${b + 1})`,
    '--turn': `${turn}deg`,
    ...(size ? { '--size': size } : {}),
    ...style,
  }
  return (
    <span className={`mark ${className ?? ''}`} style={look} data-common={common || undefined}>
      <svg viewBox="-20 -20 40 40" aria-hidden="true">
        <circle className="mark-a" cx="-6.667" r="13.333" />
        <circle className="mark-b" cx="6.667" r="13.333" />
        <path
          className="mark-lens"
          d="M0-11.547A13.333 13.333 0 0 1 0 11.547A13.333 13.333 0 0 1 0-11.547Z"
        />
      </svg>
      {online !== undefined && <span className="presence" data-online={online || undefined} />}
    </span>
  )
}
